// SPDX-License-Identifier: BSD-3-Clause
// The hints that apply to any shared file, whatever its format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/request/options.hpp"
#include "files/report_files.hpp"
#include "mpi/info.hpp"
#include "stage/wish.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"
#include "storage/striping.hpp"

namespace weft::files {

struct Settings {
    engine::Options engine;
    std::optional<storage::Coherence> coherence;  // weft_coherence; overrides what is known
    ReportRequest reports;                        // weft_report, weft_report_limit, weft_trace
    storage::RemoteWays remote;                   // weft_ssh, weft_web_whole
    std::string remote_folder;                    // weft_remote
    storage::StripingWish striping;               // file_striping and related hints, for a new file
    storage::Striping striping_in_force;          // if the file system tells it
    stage::StageWish stage;  // weft_stage, weft_stage_close, and the names for burst buffers

    /// The name of a file that the program calls `path`: in the folder of weft_remote, unless
    /// `path` is a remote name itself.
    [[nodiscard]] std::string name_of(const std::string& path) const;

    /// Uses the block size of the file system if striping_unit is missing.
    void learn_block(std::int64_t bytes);

    /// Keeps how the file really lies on storage targets; does nothing if that is unknown.
    void learn_striping(const storage::Striping& found);
};

/// The settings that hints ask for. Ignores invalid values, as MPI requires.
Settings settings_of(const mpi::Hints& hints);

/// Adds every hint that settings_of() knows, with the value in force.
void echo(const Settings& settings, mpi::Hints& all);

}  // namespace weft::files

// SPDX-License-Identifier: BSD-3-Clause
// What hints can ask of any shared file, whatever is in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/request/options.hpp"
#include "files/report_files.hpp"
#include "mpi/info.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"
#include "storage/striping.hpp"

namespace weft::files {

struct Settings {
    engine::Options engine;
    std::optional<storage::Coherence> coherence;  // weft_coherence; precedes what is known
    ReportRequest reports;                        // weft_report, weft_report_limit, weft_trace
    storage::RemoteWays remote;                   // weft_ssh
    std::string remote_folder;                    // weft_remote
    storage::StripingWish striping;               // file_striping and its like: of a new file
    storage::Striping striping_in_force;          // where the file system tells it

    /// Of the file that the program calls so: in weft_remote's folder, unless it says itself that
    /// it is on another machine.
    [[nodiscard]] std::string name_of(const std::string& path) const;

    /// The file system's block, for want of a striping_unit.
    void learn_block(std::int64_t bytes);

    /// How the file lies on storage targets, whatever hints say; nothing where that is not known.
    void learn_striping(const storage::Striping& found);
};

/// Values that make no sense are ignored, as MPI asks of hints.
Settings settings_of(const mpi::Hints& hints);

/// Every hint that settings_of() knows, with the value in force.
void echo(const Settings& settings, mpi::Hints& all);

}  // namespace weft::files

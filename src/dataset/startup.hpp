// SPDX-License-Identifier: BSD-3-Clause
// The first message to the ranks that create or open a file: all use rank 0's flags, environment
// and hints.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "container/settings.hpp"
#include "dataset/environment.hpp"
#include "mpi/info.hpp"
#include "parts/table.hpp"
#include "stage/copied_values.hpp"

namespace weft::dataset {

/// What opening does for the programs of users, beyond the arguments (uniform), and what it does
/// for commands.
struct Courtesies {
    // Obeys the switches and hints of the environment. Otherwise only the hints that say whom the
    // user trusts.
    bool environment = true;
    bool recovery = true;  // undoes an interrupted change of a file that is only to be read
    /// The name that the first file will have when it is complete: its other files are named after
    /// it. Empty: its present one.
    std::string later_name{};
    std::optional<container::Settings::Parts> parts{};  // in place of what hints say
    /// What a program has left that was killed: opening the file stores it. Outlives the file.
    const stage::CopiedValues* values = nullptr;
};

/// The arguments of a rank that creates or opens a file.
struct StartCall {
    const char* path;
    int flags;
    int default_format;
    const mpi::Hints& hints;
    const Status& ready;  // whether this rank can open files
    Courtesies courtesies{};

    /// Code::ebad_file without a path.
    [[nodiscard]] Status check() const;
};

struct Startup {
    int flags = 0;
    int default_format = 1;
    Switches switches;
    mpi::Hints hints;         // of the call, overridden by those of the environment
    parts::SetId set_id{};    // for the set that this file may become
    std::string real_path{};  // with links resolved
};

/// Called on rank 0. Reads the environment.
Startup startup_of(const StartCall& call);

/// Encodes the startup for the other ranks.
std::vector<std::byte> announce(const Startup& startup);
/// Removes an announcement from the front of `bytes`.
Startup announced(std::span<const std::byte>& bytes);

/// Local. Whether the program has the MPI that Weft was built for (mpi/library.hpp): until that is
/// known, none of the program's handles may be used.
Status check_mpi_library();

}  // namespace weft::dataset

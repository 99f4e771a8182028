// SPDX-License-Identifier: BSD-3-Clause
// The first words between the ranks that create or open a file: rank 0's flags, environment and
// hints are everybody's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "dataset/environment.hpp"
#include "mpi/info.hpp"
#include "parts/table.hpp"

namespace weft::dataset {

/// How a rank was asked to create or open a file.
struct StartCall {
    const char* path;
    int flags;
    int default_format;
    const mpi::Hints& hints;
    const Status& ready;  // whether this rank can open a file at all

    /// Code::ebad_file without a path.
    [[nodiscard]] Status check() const;
};

struct Startup {
    int flags = 0;
    int default_format = 1;
    Switches switches;
    mpi::Hints hints;         // of the call, overruled by those of the environment
    parts::SetId set_id{};    // of a set that this file may become
    std::string real_path{};  // behind the links that the path is
};

/// Of rank 0. Reads the environment.
Startup startup_of(const StartCall& call);

/// As bytes, for the other ranks.
std::vector<std::byte> announce(const Startup& startup);
/// Takes an announcement off the beginning of `bytes`.
Startup announced(std::span<const std::byte>& bytes);

/// Local. Whether the program has the MPI that Weft was built for (mpi/library.hpp): until that is
/// known, no handle of the program's may be touched.
Status check_mpi_library();

}  // namespace weft::dataset

// SPDX-License-Identifier: BSD-3-Clause
// The first words between the ranks that create or open a file: rank 0's flags and environment are
// everybody's.
#pragma once

#include <string>

#include "base/result.hpp"
#include "dataset/environment.hpp"
#include "mpi/comm.hpp"
#include "mpi/info.hpp"

namespace weft::dataset {

struct Startup {
    Status status;  // same on all ranks when failed
    bool failed = false;
    bool flags_differ = false;  // on this rank; on all ranks in safe mode
    int flags = 0;
    int default_version = 1;
    std::string path;
    Switches switches;
    mpi::Hints hints;  // of the call, overruled by those of the environment; rank 0's
};

/// Collective. One broadcast from rank 0 and one reduction. Fails on all ranks when one has no path
/// or no id left.
Startup agree_on_startup(mpi::CommView comm, const char* path, int flags, int default_version,
                         const mpi::Hints& hints, bool has_id);

}  // namespace weft::dataset

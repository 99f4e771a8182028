// SPDX-License-Identifier: BSD-3-Clause
// Several communicators on one file: the ranks in parts, each of which opens the file
// independently, as separate programs do. Failures between them depend on timing, so each case is
// repeated.
#pragma once

#include <cstdlib>
#include <string>

#include "files.hpp"
#include "harness.hpp"

namespace contract {

inline int repetitions = 3;

/// A number as the first argument: how often each case is repeated.
inline void take_repetitions(int& argc, char**& argv) {
    if (argc > 1 && std::atoi(argv[1]) > 0) {
        repetitions = std::atoi(argv[1]);
        argv[1] = argv[0];
        --argc;
        ++argv;
    }
}

/// A part of the ranks with a communicator of their own.
struct Part {
    MPI_Comm comm = MPI_COMM_NULL;

    explicit Part(int ranks_of_each) {
        MPI_Comm_split(MPI_COMM_WORLD, rank() / ranks_of_each, rank(), &comm);
    }
    ~Part() { MPI_Comm_free(&comm); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
};

inline int open_by_part(const Part& part, const std::string& hints) {
    const Variable environment("PNETCDF_HINTS", hints.c_str());
    int ncid = -1;
    ok(ncmpi_open(part.comm, path().c_str(), NC_WRITE, MPI_INFO_NULL, &ncid), hints);
    return ncid;
}

}  // namespace contract

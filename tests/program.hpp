// SPDX-License-Identifier: BSD-3-Clause
// What test programs share that run as users' programs do, without a test framework: whatever is
// wrong ends all ranks with a sentence.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <cstdio>
#include <cstdlib>
#include <string>

inline void require(bool good, const std::string& what) {
    if (good) return;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::abort();
}

inline void check(int code, const char* what) {
    if (code != NC_NOERR) require(false, std::string(what) + ": " + ncmpi_strerror(code));
}

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <cstdio>
#include <cstdlib>
#include <string>

// Every ncmpi_* function returns a status, and a program that does not look at it writes wrong
// files. A batch program can do little about a failed call but say what failed, on which rank, and
// stop all ranks.

[[noreturn]] inline void stop(const std::string& message) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(stderr, "rank %d: %s\n", rank, message.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

inline void check(int status, const std::string& what) {
    if (status != NC_NOERR) stop(what + ": " + ncmpi_strerror(status));
}

// SPDX-License-Identifier: BSD-3-Clause
// What the programs of this folder share: errors end the job, memory is asked of the kernel.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>

inline void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "%s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

inline void check(int code, const char* what) {
    if (code == NC_NOERR) return;
    std::fprintf(stderr, "%s: %s\n", what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

/// The most memory that this process has had.
inline long peak_kib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

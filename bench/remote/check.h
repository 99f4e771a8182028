/* SPDX-License-Identifier: BSD-3-Clause */
/* A call that fails ends the program on all ranks, with its text and the error's. */
#ifndef WEFT_BENCH_REMOTE_CHECK_H
#define WEFT_BENCH_REMOTE_CHECK_H

#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>

#define CHECK(call)                                                    \
    do {                                                               \
        const int code_ = (call);                                      \
        if (code_ != NC_NOERR) {                                       \
            fprintf(stderr, "%s: %s\n", #call, ncmpi_strerror(code_)); \
            MPI_Abort(MPI_COMM_WORLD, 1);                              \
        }                                                              \
    } while (0)

#endif

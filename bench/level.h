// SPDX-License-Identifier: BSD-3-Clause
#ifndef BENCH_LEVEL_H
#define BENCH_LEVEL_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Collective. Brings the machine into the same state before each measurement, whoever measured
// before: as much memory as the file will take was in use a moment ago. A virtual machine gives
// memory that is free for longer back to its host, and fetching it again costs more than writing.
// Writes and removes a file `path`, with `bytes` of each rank.
void bench_level_the_field(MPI_Comm comm, const char* path, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: BSD-3-Clause
// What all benchmark programs share, in C and C++: the clock, and a fair field.
#ifndef BENCH_MEASUREMENT_H
#define BENCH_MEASUREMENT_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Seconds, of a clock that the ranks of one host share.
double bench_now(void);

// Collective. All ranks return at one instant, which it returns. Where ranks outnumber cores and
// MPI waits busily, they leave a barrier one after the other, a time slice apart, and who comes to
// one first keeps the others from their cores: what is timed between two barriers would be the
// barriers.
double bench_start(MPI_Comm comm);

// Collective. Seconds from the first rank's `start` to the last rank's call of this. A rank's own
// duration would mean nothing when there are more ranks than cores and it runs alone in its time
// slice.
double bench_span(MPI_Comm comm, double start);

// Collective. Brings the machine into the same state before each measurement, whoever measured
// before: as much memory as the file will take was in use a moment ago. A virtual machine gives
// memory that is free for longer back to its host, and fetching it again costs more than writing.
// Writes and removes a file `path`, with `bytes` of each rank; ends all ranks if it cannot.
void bench_level_the_field(MPI_Comm comm, const char* path, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif

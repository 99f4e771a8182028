// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "expected_pnetcdf.h"

// Benchmarks as users of the ncmpi_* interface write them. Each is a file, in C or Fortran, that
// implements the four functions workload_*, linked to main.c, which has the clock and the check of
// what was written, and to users.c, which has what the workloads share. The same sources are linked
// to Weft and to PnetCDF. (Fortran: users.f90.)
//
// A case is up to four numbers, whose meaning is the workload's: "10:32:0". Variable number v, in
// the order of the file, is to hold users_value(v, i) as its element i, in the order of the file.

typedef struct {
    int numbers[4];
    int rank;
    int ranks;
} users_case;

// Reserves and fills memory for the case. Returns how many bytes this rank writes, 0 (and nothing
// is reserved) if the case is impossible with so many ranks.
int64_t workload_prepare(const users_case* which);
// Makes and defines the file. Not timed with the writing.
void workload_create(const char* path, MPI_Fint info);
// Writes all variables: each by a blocking call (combined = false), or all posted, then one wait;
// and closes the file.
void workload_write(bool combined);
// Gives the memory back.
void workload_release(void);

// Never 0, so that no hole is taken for it, and exact as an int, a float and a double.
static inline int32_t users_mixed(int64_t variable, int64_t index) {
    const uint32_t bits = (uint32_t)index * 0x9E3779B1U + (uint32_t)variable * 0x85EBCA77U;
    return (int32_t)(bits >> 8 | 1U);
}
// The same for Fortran, which has no inline functions.
int32_t users_value(int64_t variable, int64_t index);

// Stops all ranks with a sentence unless `status` is NC_NOERR.
void users_check(int status, const char* what);
// Stops all ranks with a sentence unless `good`.
void users_require(bool good, const char* what);
// Cuts a box into blocks of edge^3, one for each rank: where this rank's begins, and the shape of
// the box (slowest first).
void users_cut(const users_case* which, int64_t edge, MPI_Offset shape[3], MPI_Offset start[3],
               MPI_Offset count[3]);
// Makes a CDF-5 file of all ranks, or ends them.
int users_create(const char* path, MPI_Info info);
// Defines, or ends all ranks. Return the new id.
int users_define_dim(int ncid, const char* name, MPI_Offset length);
int users_define_variable(int ncid, const char* name, nc_type type, int dims, const int* ids);
// Defines the dimensions z, y and x.
void users_define_space(int ncid, const MPI_Offset shape[3], int dims[3]);
// Memory that is there, or the end of all ranks.
void* users_memory(int64_t bytes);

// SPDX-License-Identifier: BSD-3-Clause
// Reads a variable of three dimensions of a netCDF-4 file, each rank its part, by Weft or by
// parallel netCDF-C:
//
//     netcdf4_read FILE VARIABLE AXIS STRIDE REPETITIONS
//
// The part is a slab along AXIS (0, 1, 2) of every STRIDE-th index along it. Rank 0 prints a line
// for each repetition: seconds of the open, seconds of the read, and the sum of the bits of all
// values.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measurement.h"

#ifdef BENCH_EXPECT_WEFT
#include <pnetcdf.h>
typedef MPI_Offset Length;
#define OPEN(path, id) ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, id)
#define FIND(id, name, variable) ncmpi_inq_varid(id, name, variable)
#define DIMENSIONS(id, variable, dims) ncmpi_inq_vardimid(id, variable, dims)
#define LENGTH(id, dim, length) ncmpi_inq_dimlen(id, dim, length)
#define READ(id, variable, start, count, stride, values) \
    ncmpi_get_vars_float_all(id, variable, start, count, stride, values)
#define CLOSE(id) ncmpi_close(id)
#define WORDS(status) ncmpi_strerror(status)
#else
#include <netcdf.h>
#include <netcdf_par.h>
typedef size_t Length;
#define OPEN(path, id) nc_open_par(path, NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, id)
#define FIND(id, name, variable) find_variable(id, name, variable)
#define DIMENSIONS(id, variable, dims) nc_inq_vardimid(id, variable, dims)
#define LENGTH(id, dim, length) nc_inq_dimlen(id, dim, length)
#define READ(id, variable, start, count, stride, values) \
    read_part(id, variable, start, count, stride, values)
#define CLOSE(id) nc_close(id)
#define WORDS(status) nc_strerror(status)

static int find_variable(int id, const char* name, int* variable) {
    int status = nc_inq_varid(id, name, variable);
    return status == NC_NOERR ? nc_var_par_access(id, *variable, NC_COLLECTIVE) : status;
}

static int read_part(int id, int variable, const Length* start, const Length* count,
                     const Length* stride, float* values) {
    ptrdiff_t steps[3];
    for (int i = 0; i < 3; ++i) steps[i] = (ptrdiff_t)stride[i];
    return stride[0] == 1 && stride[1] == 1 && stride[2] == 1
               ? nc_get_vara_float(id, variable, start, count, values)
               : nc_get_vars_float(id, variable, start, count, steps, values);
}
#endif

static void check(int status, const char* what) {
    if (status == 0) return;
    fprintf(stderr, "%s: %s\n", what, WORDS(status));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

typedef struct {
    Length start[3], count[3], stride[3];
    size_t values;
} Part;

/// A rank's share of every `step`-th index along an axis.
static Part part_of(int id, int variable, int axis, Length step) {
    int dims[3], rank, ranks;
    Part part = {.values = 1};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check(DIMENSIONS(id, variable, dims), "dimensions");
    for (int i = 0; i < 3; ++i) {
        check(LENGTH(id, dims[i], &part.count[i]), "length");
        part.stride[i] = 1;
        if (i == axis) {
            const Length all = (part.count[i] + step - 1) / step;
            const Length begin = all * (Length)rank / (Length)ranks;
            part.count[i] = all * ((Length)rank + 1) / (Length)ranks - begin;
            part.start[i] = begin * step;
            part.stride[i] = step;
        }
        part.values *= (size_t)part.count[i];
    }
    return part;
}

static void repeat(char** arguments, float** values) {
    int id, variable, rank;
    uint64_t sum = 0, all = 0;
    double begun = bench_start(MPI_COMM_WORLD);
    check(OPEN(arguments[1], &id), "open");
    check(FIND(id, arguments[2], &variable), "variable");
    const double open_seconds = bench_span(MPI_COMM_WORLD, begun);
    const Part part = part_of(id, variable, atoi(arguments[3]), (Length)atoi(arguments[4]));
    if (*values == NULL) {
        *values = malloc(part.values * sizeof(float) + 1);
        memset(*values, 1, part.values * sizeof(float));
    }
    begun = bench_start(MPI_COMM_WORLD);
    check(READ(id, variable, part.start, part.count, part.stride, *values), "read");
    const double read_seconds = bench_span(MPI_COMM_WORLD, begun);
    check(CLOSE(id), "close");
    for (size_t i = 0; i < part.values; ++i) {
        uint32_t bits;
        memcpy(&bits, *values + i, sizeof bits);
        sum += bits;
    }
    MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) printf("%.6f %.6f %" PRIu64 "\n", open_seconds, read_seconds, all);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 6) {
        fprintf(stderr, "usage: netcdf4_read FILE VARIABLE AXIS STRIDE REPETITIONS\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    float* values = NULL;
    for (int i = 0; i < atoi(argv[5]); ++i) repeat(argv, &values);
    free(values);
    MPI_Finalize();
    return 0;
}

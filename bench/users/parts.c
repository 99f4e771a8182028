// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM write|read PATH MIB AXIS: a file of so many MiB in variables of 64 MiB, 3-D arrays of
// ints (64, 512, 512) that the ranks cut along AXIS (z, y or x; b: into blocks, along as many as
// can be, as coll_perf and S3D do; FLASH's blocks lie along z). "write" makes it, from create to a
// close after a sync; "read" reads it again, from open to close, and compares all values. Prints a
// line of JSON with seconds. Hints come with PNETCDF_HINTS.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measurement.h"
#include "users.h"

enum { variable_mib = 64, most_variables = 64 };
static const MPI_Offset shape[3] = {64, 512, 512};

typedef struct {
    const char* path;
    int variables;
    MPI_Offset start[3];
    MPI_Offset count[3];
    int64_t elements;  // of this rank, in a variable
    int32_t* values;
} share;

static share share_of(const char* path, int mib, char axis_name) {
    int rank;
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    users_require((axis_name >= 'x' && axis_name <= 'z') || axis_name == 'b',
                  "AXIS is z, y, x or b");
    int pieces[3] = {1, 1, 1};
    if (axis_name == 'b') {
        memset(pieces, 0, sizeof pieces);
        MPI_Dims_create(ranks, 3, pieces);
    } else {
        pieces['z' - axis_name] = ranks;
    }
    const int place[3] = {rank / (pieces[1] * pieces[2]), rank / pieces[2] % pieces[1],
                          rank % pieces[2]};
    share mine = {.path = path, .variables = mib / variable_mib, .elements = 1};
    users_require(mine.variables >= 1 && mine.variables <= most_variables,
                  "MIB is from 64 to 4096");
    for (int i = 0; i < 3; ++i) {
        mine.start[i] = shape[i] * place[i] / pieces[i];
        mine.count[i] = shape[i] * (place[i] + 1) / pieces[i] - mine.start[i];
        mine.elements *= mine.count[i];
    }
    mine.values = users_memory(mine.elements * (int64_t)sizeof *mine.values);
    return mine;
}

// Calls that use the values do it element by element: `check` compares, otherwise they are set.
static void use_values(const share* mine, int variable, bool check) {
    int32_t* at = mine->values;
    int64_t wrong = 0;
    for (int64_t z = mine->start[0]; z < mine->start[0] + mine->count[0]; ++z)
        for (int64_t y = mine->start[1]; y < mine->start[1] + mine->count[1]; ++y)
            for (int64_t x = mine->start[2]; x < mine->start[2] + mine->count[2]; ++x, ++at) {
                const int32_t value = users_mixed(variable, (z * shape[1] + y) * shape[2] + x);
                if (check)
                    wrong += *at != value;
                else
                    *at = value;
            }
    users_require(wrong == 0, "wrong values");
}

static void define(int ncid, int variables) {
    int dims[3];
    users_define_space(ncid, shape, dims);
    for (int v = 0; v < variables; ++v) {
        char name[32];
        snprintf(name, sizeof name, "var_%d", v);
        users_define_variable(ncid, name, NC_INT, 3, dims);
    }
    users_check(ncmpi_enddef(ncid), "enddef");
}

// Seconds in the library: what the values take is not counted.
static double write_file(const share* mine) {
    double start = bench_start(MPI_COMM_WORLD);
    const int ncid = users_create(mine->path, MPI_INFO_NULL);
    define(ncid, mine->variables);
    double seconds = bench_span(MPI_COMM_WORLD, start);
    for (int v = 0; v < mine->variables; ++v) {
        use_values(mine, v, false);
        start = bench_start(MPI_COMM_WORLD);
        users_check(ncmpi_put_vara_int_all(ncid, v, mine->start, mine->count, mine->values), "put");
        seconds += bench_span(MPI_COMM_WORLD, start);
    }
    start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_sync(ncid), "sync");
    users_check(ncmpi_close(ncid), "close");
    return seconds + bench_span(MPI_COMM_WORLD, start);
}

static double read_file(const share* mine) {
    double start = bench_start(MPI_COMM_WORLD);
    int ncid;
    users_check(ncmpi_open(MPI_COMM_WORLD, mine->path, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    double seconds = bench_span(MPI_COMM_WORLD, start);
    for (int v = 0; v < mine->variables; ++v) {
        memset(mine->values, 0, (size_t)mine->elements * sizeof *mine->values);
        start = bench_start(MPI_COMM_WORLD);
        users_check(ncmpi_get_vara_int_all(ncid, v, mine->start, mine->count, mine->values), "get");
        seconds += bench_span(MPI_COMM_WORLD, start);
        use_values(mine, v, true);
    }
    users_check(ncmpi_close(ncid), "close");
    return seconds;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    users_require(argc == 5, "usage: parts write|read PATH MIB AXIS");
    const bool writes = strcmp(argv[1], "write") == 0;
    const share mine = share_of(argv[2], atoi(argv[3]), argv[4][0]);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double seconds = writes ? write_file(&mine) : read_file(&mine);
    if (rank == 0) {
        printf("{\"version\": \"%s\"}\n", ncmpi_inq_libvers());
        printf("{\"op\": \"%s\", \"seconds\": %.9f}\n", argv[1], seconds);
    }
    free(mine.values);
    MPI_Finalize();
    return 0;
}

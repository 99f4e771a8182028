// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM write|read PATH MIB AXIS: a file of so many MiB in variables of 64 MiB, 3-D arrays of
// ints (64, 512, 512) that the ranks cut along AXIS (z, y or x; b: into blocks, along as many as
// can be, as coll_perf and S3D do; FLASH's blocks lie along z). "write" makes it, from create to a
// close after a sync; "read" reads it again, from open to close, and compares all values. Prints a
// line of JSON with seconds. Hints come with PNETCDF_HINTS.
//
// PROGRAM append PATH RECORDS AXIS PLAN: so many records of 25 MiB, a call for each, and the same
// with them. Lines of the file PLAN, "RECORD FILE TEXT", say what is written to which file before
// which record, as the rate of a device.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measurement.h"
#include "users.h"

enum { variable_mib = 64, most_variables = 64 };
static MPI_Offset shape[3] = {64, 512, 512};

typedef struct {
    const char* path;
    int variables;
    MPI_Offset start[3];
    MPI_Offset count[3];
    int64_t elements;  // of this rank, in a variable
    int32_t* values;
} share;

static share share_of(const char* path, int variables, char axis_name) {
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
    share mine = {.path = path, .variables = variables, .elements = 1};
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

// What the plan says of a record. Rank 0.
static void follow_plan(const char* path, int record) {
    FILE* const plan = fopen(path, "r");
    users_require(plan != NULL, "no such plan");
    char line[512];
    while (fgets(line, sizeof line, plan) != NULL) {
        int at;
        char name[256];
        int text;
        users_require(sscanf(line, "%d %255s %n", &at, name, &text) == 2, "a line of the plan");
        if (at != record) continue;
        FILE* const file = fopen(name, "w");
        users_require(file != NULL && fputs(line + text, file) >= 0 && fclose(file) == 0,
                      "what the plan says cannot be done");
    }
    fclose(plan);
}

static double append_records(const share* mine, int records, const char* plan) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double start = bench_start(MPI_COMM_WORLD);
    const int ncid = users_create(mine->path, MPI_INFO_NULL);
    int dims[4] = {users_define_dim(ncid, "time", NC_UNLIMITED)};
    users_define_space(ncid, shape, dims + 1);
    const int variable = users_define_variable(ncid, "var", NC_INT, 4, dims);
    users_check(ncmpi_enddef(ncid), "enddef");
    double seconds = bench_span(MPI_COMM_WORLD, start);
    for (int record = 0; record < records; ++record) {
        use_values(mine, record, false);
        if (rank == 0) follow_plan(plan, record);
        start = bench_start(MPI_COMM_WORLD);
        const MPI_Offset at[4] = {record, mine->start[0], mine->start[1], mine->start[2]};
        const MPI_Offset count[4] = {1, mine->count[0], mine->count[1], mine->count[2]};
        users_check(ncmpi_put_vara_int_all(ncid, variable, at, count, mine->values), "put");
        seconds += bench_span(MPI_COMM_WORLD, start);
    }
    start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_sync(ncid), "sync");
    users_check(ncmpi_close(ncid), "close");
    return seconds + bench_span(MPI_COMM_WORLD, start);
}

static void check_records(const share* mine, int records) {
    unsetenv("PNETCDF_HINTS");  // a report that they ask for is of the writing
    int ncid;
    users_check(ncmpi_open(MPI_COMM_WORLD, mine->path, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    for (int record = 0; record < records; ++record) {
        const MPI_Offset at[4] = {record, mine->start[0], mine->start[1], mine->start[2]};
        const MPI_Offset count[4] = {1, mine->count[0], mine->count[1], mine->count[2]};
        memset(mine->values, 0, (size_t)mine->elements * sizeof *mine->values);
        users_check(ncmpi_get_vara_int_all(ncid, 0, at, count, mine->values), "get");
        use_values(mine, record, true);
    }
    users_check(ncmpi_close(ncid), "close");
}

static double append(const char* path, int records, char axis_name, const char* plan) {
    shape[1] = shape[2] = 320;
    const share mine = share_of(path, 1, axis_name);
    const double seconds = append_records(&mine, records, plan);
    check_records(&mine, records);
    free(mine.values);
    return seconds;
}

static double move_file(bool writes, const char* path, int mib, char axis_name) {
    const int variables = mib / variable_mib;
    users_require(variables >= 1 && variables <= most_variables, "MIB is from 64 to 4096");
    const share mine = share_of(path, variables, axis_name);
    const double seconds = writes ? write_file(&mine) : read_file(&mine);
    free(mine.values);
    return seconds;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const bool appends = argc == 6 && strcmp(argv[1], "append") == 0;
    users_require(appends || argc == 5,
                  "usage: parts write|read PATH MIB AXIS, or append PATH RECORDS AXIS PLAN");
    const bool writes = strcmp(argv[1], "write") == 0;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double seconds = appends ? append(argv[2], atoi(argv[3]), argv[4][0], argv[5])
                                   : move_file(writes, argv[2], atoi(argv[3]), argv[4][0]);
    if (rank == 0) {
        printf("{\"version\": \"%s\"}\n", ncmpi_inq_libvers());
        printf("{\"op\": \"%s\", \"seconds\": %.9f}\n", argv[1], seconds);
    }
    MPI_Finalize();
    return 0;
}

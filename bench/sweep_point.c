// SPDX-License-Identifier: BSD-3-Clause
//
// sweep_point DIRECTORY TURNS RUN:SPREAD:ROWS...
//
// At each point every rank puts and gets ROWS runs of RUN ints, one in each row of a variable in
// which the runs of all ranks lie SPREAD times their length apart. Weft's methods take turns, each
// with a file of its own, collectively and independently. Prints a line of JSON for each timing,
// from the first rank's call to the last rank's return, after the values were found right.
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft.h>

#include "measurement.h"
#include "users/users.h"

static int rank, ranks;

typedef struct {
    const char* name;
    const char* path;
    MPI_Offset run, spread, rows;
    int* values;
    int* back;
} point;

typedef struct {
    const char* method;
    bool is_collective;
} choice;

static int value_at(const point* at, MPI_Offset i) {
    return (int)(2654435761u * (unsigned)(i * ranks + rank + at->run));
}

static int make_file(const point* at, choice how, int* variable) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", how.method);
    const int file = users_create(at->path, info);
    MPI_Info_free(&info);
    const int dims[2] = {users_define_dim(file, "y", at->rows),
                         users_define_dim(file, "x", at->run * at->spread * ranks)};
    *variable = users_define_variable(file, "v", NC_INT, 2, dims);
    users_check(ncmpi_enddef(file), "enddef");
    if (!how.is_collective) users_check(ncmpi_begin_indep_data(file), "begin_indep_data");
    return file;
}

static int put(const point* at, choice how, int file, int variable) {
    const MPI_Offset start[2] = {0, at->run * at->spread * rank};
    const MPI_Offset count[2] = {at->rows, at->run};
    return how.is_collective ? ncmpi_put_vara_int_all(file, variable, start, count, at->values)
                             : ncmpi_put_vara_int(file, variable, start, count, at->values);
}

static int get(const point* at, choice how, int file, int variable) {
    const MPI_Offset start[2] = {0, at->run * at->spread * rank};
    const MPI_Offset count[2] = {at->rows, at->run};
    return how.is_collective ? ncmpi_get_vara_int_all(file, variable, start, count, at->back)
                             : ncmpi_get_vara_int(file, variable, start, count, at->back);
}

typedef int access(const point* at, choice how, int file, int variable);

static double timed(access* call, const char* name, const point* at, choice how, int file,
                    int variable) {
    const double start = bench_start(MPI_COMM_WORLD);
    users_check(call(at, how, file, variable), name);
    return bench_span(MPI_COMM_WORLD, start);
}

/// How many calls of this rank were carried out by a method, as its report says.
static int calls_by(int file, const char* method) {
    char report[8192];
    const long length = weft_report(file, report, sizeof report);
    users_require(length > 0, "there is no report");
    const char* const methods = strstr(report, "methods:");
    const char* const named = methods == NULL ? NULL : strstr(methods, method);
    const char* const end = methods == NULL ? NULL : strchr(methods, '\n');
    return named == NULL || named > end ? 0 : atoi(named + strlen(method));
}

static const char* const methods[] = {"direct", "sieve", "two_phase"};
enum { method_count = sizeof methods / sizeof *methods };

static void count_calls(int file, int calls[method_count]) {
    for (int i = 0; i < method_count; ++i) calls[i] = calls_by(file, methods[i]);
}

/// The method of the one call between two counts.
static const char* chosen_between(const int before[method_count], const int after[method_count]) {
    for (int i = 0; i < method_count; ++i)
        if (after[i] == before[i] + 1) return methods[i];
    users_require(false, "the report does not say what was chosen");
    return NULL;
}

static void print(const point* at, choice how, const char* op, const char* chosen, double seconds) {
    if (rank != 0) return;
    printf(
        "{\"point\": \"%s\", \"mode\": \"%s\", \"op\": \"%s\", \"method\": \"%s\", "
        "\"chosen\": \"%s\", \"seconds\": %.9f}\n",
        at->name, how.is_collective ? "collective" : "independent", op, how.method, chosen,
        seconds);
}

static void measure(const point* at, choice how, bool is_counted) {
    int variable;
    const MPI_Offset elements = at->rows * at->run * at->spread;
    bench_level_the_field(MPI_COMM_WORLD, at->path, elements * (MPI_Offset)sizeof *at->values);
    const int file = make_file(at, how, &variable);
    const size_t bytes = (size_t)(at->rows * at->run) * sizeof *at->back;
    int calls[3][method_count];
    count_calls(file, calls[0]);
    const double put_seconds = timed(put, "put", at, how, file, variable);
    count_calls(file, calls[1]);
    memset(at->back, 0, bytes);
    const double get_seconds = timed(get, "get", at, how, file, variable);
    count_calls(file, calls[2]);
    users_check(ncmpi_close(file), "close");
    users_require(memcmp(at->back, at->values, bytes) == 0,
                  "the values are not those that were put");
    if (!is_counted) return;
    print(at, how, "put", chosen_between(calls[0], calls[1]), put_seconds);
    print(at, how, "get", chosen_between(calls[1], calls[2]), get_seconds);
}

static void measure_point(point at, int turns) {
    static const choice choices[] = {{"automatic", true}, {"direct", true},     {"sieve", true},
                                     {"two_phase", true}, {"automatic", false}, {"direct", false},
                                     {"sieve", false}};
    const int count = sizeof choices / sizeof *choices;
    const MPI_Offset elements = at.run * at.rows;
    at.values = users_memory(elements * (int64_t)sizeof *at.values);
    at.back = users_memory(elements * (int64_t)sizeof *at.back);
    for (MPI_Offset i = 0; i < elements; ++i) at.values[i] = value_at(&at, i);
    // The first turn is not counted: memory is touched and modules are loaded for the first time.
    // Strides that have nothing in common with the count: another neighbour in every turn.
    for (int turn = 0; turn <= turns; ++turn)
        for (int i = 0; i < count; ++i)
            measure(&at, choices[(turn + i * (turn % (count - 1) + 1)) % count], turn > 0);
    free(at.values);
    free(at.back);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    users_require(argc >= 4, "usage: sweep_point DIRECTORY TURNS RUN:SPREAD:ROWS...");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) printf("{\"version\": \"Weft %s\"}\n", WEFT_VERSION);
    char path[4096];
    snprintf(path, sizeof path, "%s/sweep.nc", argv[1]);
    for (int i = 3; i < argc; ++i) {
        point at = {.name = argv[i], .path = path};
        long long run = 0;
        long long spread = 0;
        long long rows = 0;
        users_require(sscanf(argv[i], "%lld:%lld:%lld", &run, &spread, &rows) == 3,
                      "a point is RUN:SPREAD:ROWS");
        at.run = run;
        at.spread = spread;
        at.rows = rows;
        measure_point(at, atoi(argv[2]));
    }
    MPI_Finalize();
    return 0;
}

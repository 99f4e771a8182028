// SPDX-License-Identifier: BSD-3-Clause
//
// SCRIPT: does to a netCDF-4 file, with all ranks, what grown_test.py has written into SCRIPT, one
// thing a line:
//   create PATH, open PATH, close, redef, enddef, sync, begin, end (of independent mode)
//   dim NAME LENGTH, var NAME DIMENSIONS ID... CHUNK... (no chunks: 0)
//   put MODE VARIABLE DIMENSIONS, and for each rank a line: STAMP START... COUNT...
//   fill VARIABLE RECORD
//   lengths DIMENSIONS LENGTH..., which must be what every rank knows
//   sum VARIABLE SUM, of all values that every rank gets
//   die, by a signal, when all ranks are there
#include <mpi.h>
#include <pnetcdf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft.h>

enum { most = 4 };  // dimensions of a variable

static int ncid = -1;
static int rank;
static int ranks;
static int line;
static FILE* script;

static void stop(const char* why) {
    fprintf(stderr, "rank %d, line %d: %s\n", rank, line, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(int code) {
    char why[1024];
    if (code == NC_NOERR) return;
    snprintf(why, sizeof why, "%s: %s", ncmpi_strerrno(code), weft_last_error(ncid));
    stop(why);
}

static long long number(void) {
    long long its = 0;
    if (fscanf(script, "%lld", &its) != 1) stop("a number is missing");
    return its;
}

static void numbers(int count, MPI_Offset* all) {
    for (int i = 0; i < count; ++i) all[i] = number();
}

static void word(char* its) {
    if (fscanf(script, "%255s", its) != 1) stop("a word is missing");
}

static void define_variable(void) {
    char name[256];
    int id;
    int ids[most];
    MPI_Offset chunk[most];
    const int fill = -1;
    word(name);
    const int count = (int)number();
    for (int i = 0; i < count; ++i) ids[i] = (int)number();
    numbers(count, chunk);
    check(ncmpi_def_var(ncid, name, NC_INT, count, ids, &id));
    check(ncmpi_def_var_fill(ncid, id, 0, &fill));
    if (chunk[0] > 0) check(weft_def_var_chunking(ncid, id, NC_CHUNKED, chunk));
    check(weft_def_var_deflate(ncid, id, 1, 1, 1));
}

/// The block as two: its first half, and the rest.
static void put_list(int variable, const MPI_Offset* start, const MPI_Offset* count,
                     const int* values) {
    MPI_Offset starts[2][most];
    MPI_Offset counts[2][most];
    MPI_Offset* start_of[2] = {starts[0], starts[1]};
    MPI_Offset* count_of[2] = {counts[0], counts[1]};
    for (int i = 0; i < 2; ++i) {
        memcpy(starts[i], start, sizeof starts[i]);
        memcpy(counts[i], count, sizeof counts[i]);
    }
    counts[0][0] = count[0] / 2;
    starts[1][0] += counts[0][0];
    counts[1][0] -= counts[0][0];
    check(ncmpi_put_varn_int_all(ncid, variable, 2, start_of, count_of, values));
}

static void put(void) {
    char mode[256];
    MPI_Offset start[most] = {0};
    MPI_Offset count[most] = {0};
    long long stamp = 0;
    word(mode);
    const int variable = (int)number();
    const int dimensions = (int)number();
    for (int i = 0; i < ranks; ++i) {
        MPI_Offset block[1 + 2 * most];
        numbers(1 + 2 * dimensions, block);
        if (i != rank) continue;
        stamp = block[0];
        memcpy(start, block + 1, (size_t)dimensions * sizeof *start);
        memcpy(count, block + 1 + dimensions, (size_t)dimensions * sizeof *count);
    }
    MPI_Offset elements = 1;
    for (int i = 0; i < dimensions; ++i) elements *= count[i];
    int* const values = malloc((size_t)(elements + 1) * sizeof *values);
    for (MPI_Offset i = 0; i < elements; ++i) values[i] = (int)(stamp + i % 97);
    int request;
    int status;
    if (strcmp(mode, "together") == 0)
        check(ncmpi_put_vara_int_all(ncid, variable, start, count, values));
    else if (strcmp(mode, "list") == 0)
        put_list(variable, start, count, values);
    else if (strcmp(mode, "alone") == 0)
        check(ncmpi_put_vara_int(ncid, variable, start, count, values));
    else {
        check(ncmpi_iput_vara_int(ncid, variable, start, count, values, &request));
        check(ncmpi_wait_all(ncid, 1, &request, &status));
        check(status);
    }
    free(values);
}

static void check_lengths(void) {
    const int count = (int)number();
    for (int i = 0; i < count; ++i) {
        MPI_Offset length;
        const MPI_Offset wanted = number();
        check(ncmpi_inq_dimlen(ncid, i, &length));
        if (length == wanted) continue;
        fprintf(stderr, "dimension %d: %lld, not %lld\n", i, (long long)length, (long long)wanted);
        stop("another length");
    }
}

static void check_sum(void) {
    const int variable = (int)number();
    const long long wanted = number();
    int count;
    int ids[most];
    MPI_Offset elements = 1;
    check(ncmpi_inq_varndims(ncid, variable, &count));
    check(ncmpi_inq_vardimid(ncid, variable, ids));
    for (int i = 0; i < count; ++i) {
        MPI_Offset length;
        check(ncmpi_inq_dimlen(ncid, ids[i], &length));
        elements *= length;
    }
    int* const values = malloc((size_t)(elements + 1) * sizeof *values);
    check(ncmpi_get_var_int_all(ncid, variable, values));
    long long sum = 0;
    for (MPI_Offset i = 0; i < elements; ++i) sum += values[i];
    if (sum != wanted) {
        fprintf(stderr, "the sum is %lld, not %lld\n", sum, wanted);
        stop("other values");
    }
    free(values);
}

static void carry_out(const char* what) {
    char text[256];
    int id;
    if (strcmp(what, "create") == 0) {
        word(text);
        check(ncmpi_create(MPI_COMM_WORLD, text, NC_NETCDF4, MPI_INFO_NULL, &ncid));
    } else if (strcmp(what, "open") == 0) {
        word(text);
        check(ncmpi_open(MPI_COMM_WORLD, text, NC_WRITE, MPI_INFO_NULL, &ncid));
    } else if (strcmp(what, "close") == 0) {
        check(ncmpi_close(ncid));
    } else if (strcmp(what, "redef") == 0) {
        check(ncmpi_redef(ncid));
    } else if (strcmp(what, "enddef") == 0) {
        check(ncmpi_enddef(ncid));
    } else if (strcmp(what, "sync") == 0) {
        check(ncmpi_sync(ncid));
    } else if (strcmp(what, "begin") == 0) {
        check(ncmpi_begin_indep_data(ncid));
    } else if (strcmp(what, "end") == 0) {
        check(ncmpi_end_indep_data(ncid));
    } else if (strcmp(what, "dim") == 0) {
        word(text);
        check(ncmpi_def_dim(ncid, text, number(), &id));
    } else if (strcmp(what, "var") == 0) {
        define_variable();
    } else if (strcmp(what, "put") == 0) {
        put();
    } else if (strcmp(what, "fill") == 0) {
        id = (int)number();
        check(ncmpi_fill_var_rec(ncid, id, number()));
    } else if (strcmp(what, "lengths") == 0) {
        check_lengths();
    } else if (strcmp(what, "sum") == 0) {
        check_sum();
    } else if (strcmp(what, "die") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        raise(SIGKILL);
    } else {
        stop("an unknown word");
    }
}

int main(int argc, char** argv) {
    char what[256];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    script = fopen(argv[1], "r");
    if (script == NULL) stop("there is no script");
    for (line = 1; fscanf(script, "%255s", what) == 1; ++line) carry_out(what);
    fclose(script);
    MPI_Finalize();
    return 0;
}

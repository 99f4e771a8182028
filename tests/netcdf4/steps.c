// SPDX-License-Identifier: BSD-3-Clause
//
// PATH LOG [STEPS]: writes a netCDF-4 file until it is killed, or has done so many steps: records
// of two variables, with a sync after each, and a new attribute and variable now and then. Before
// it begins, each rank writes its process number to LOG, and rank 0 what is certain: "synced N"
// when N records are safe, "defined N" when N variables beside the first two are.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <weft.h>

enum { width = 3000, steps_of_definition = 4 };

static int ncid;
static int rank;
static int ranks;
static FILE* told;

static void check(int code, int line) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "steps.c:%d: %s: %s\n", line, ncmpi_strerrno(code), weft_last_error(ncid));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, __LINE__)

static void tell(const char* what, int number) {
    fprintf(told, "%s %d\n", what, number);
    fflush(told);
}

/// killed_test.py knows the values.
static void put(int variable, int record) {
    int values[width];
    const MPI_Offset share = (width + ranks - 1) / ranks;
    MPI_Offset start[2] = {record, share * rank};
    MPI_Offset count[2] = {1, width - start[1] < share ? width - start[1] : share};
    for (MPI_Offset i = 0; i < count[1]; ++i)
        values[i] = variable + 10 * record + (int)(start[1] + i) % 7;
    CHECK(ncmpi_put_vara_int_all(ncid, variable, start, count, values));
}

static void define_more(int step) {
    char name[NC_MAX_NAME];
    int id;
    const int dimension = 1;
    const int defined = step / steps_of_definition;
    sprintf(name, "more_%d", defined);
    CHECK(ncmpi_redef(ncid));
    CHECK(ncmpi_def_var(ncid, name, NC_INT, 1, &dimension, &id));
    CHECK(ncmpi_put_att_int(ncid, NC_GLOBAL, "defined", NC_INT, 1, &defined));
    CHECK(ncmpi_enddef(ncid));
    if (rank == 0) tell("defined", defined);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int dimensions[2];
    int id;
    told = fopen(argv[2], "a");
    tell("process", (int)getpid());
    CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_NETCDF4, MPI_INFO_NULL, &ncid));
    CHECK(ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &dimensions[0]));
    CHECK(ncmpi_def_dim(ncid, "x", width, &dimensions[1]));
    CHECK(ncmpi_def_var(ncid, "a", NC_INT, 2, dimensions, &id));
    CHECK(ncmpi_def_var(ncid, "b", NC_INT, 2, dimensions, &id));
    CHECK(ncmpi_enddef(ncid));
    if (rank == 0) tell("defined", 0);
    const int steps = argc > 3 ? atoi(argv[3]) : 400;
    for (int step = 0; step < steps; ++step) {
        put(0, step);
        put(1, step);
        CHECK(ncmpi_sync(ncid));
        if (rank == 0) tell("synced", step + 1);
        if (step % steps_of_definition == steps_of_definition - 1) define_more(step + 1);
    }
    CHECK(ncmpi_close(ncid));
    MPI_Finalize();
    return 0;
}

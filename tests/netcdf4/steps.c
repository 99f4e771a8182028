// SPDX-License-Identifier: BSD-3-Clause
//
// PATH LOG [STEPS]: writes a netCDF-4 file (steps.h) until it is killed, or has taken so many
// steps, with a sync after each record. Before it begins, each rank writes its process number to
// LOG, and rank 0 what is certain: "synced N" when N records are safe, "defined N" when N variables
// beside the first two are.
#include "steps.h"

#include <stdlib.h>
#include <unistd.h>
#include <weft.h>

enum { usual_steps = 400 };

static int ncid;
static int rank;
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

static void redefine(int defined) {
    CHECK(ncmpi_redef(ncid));
    CHECK(define_more(ncid, defined));
    CHECK(ncmpi_enddef(ncid));
    if (rank == 0) tell("defined", defined);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    told = fopen(argv[2], "a");
    const int steps = argc > 3 ? atoi(argv[3]) : usual_steps;
    tell("process", (int)getpid());
    CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_NETCDF4, MPI_INFO_NULL, &ncid));
    CHECK(define_first(ncid));
    CHECK(ncmpi_enddef(ncid));
    if (rank == 0) tell("defined", 0);
    for (int step = 0; step < steps; ++step) {
        CHECK(put_share(ncid, 0, step));
        CHECK(put_share(ncid, 1, step));
        CHECK(ncmpi_sync(ncid));
        if (rank == 0) tell("synced", step + 1);
        if ((step + 1) % steps_of_definition == 0) redefine((step + 1) / steps_of_definition);
    }
    CHECK(ncmpi_close(ncid));
    MPI_Finalize();
    return 0;
}

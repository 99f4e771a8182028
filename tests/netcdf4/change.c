// SPDX-License-Identifier: BSD-3-Clause
//
// PATH [NAME]...: puts record 5 of variable v of an existing file, by rank 0, a title of the file,
// and the second value of the variables with these names, by the last rank; says why, if the file
// cannot be changed.
//
// "look" as the only NAME: gets variable v, and changes nothing.
#include <mpi.h>
#include <pnetcdf.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <weft.h>

static int ncid = -1;

static void check(int code, int line) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "change.c:%d: %s: %s\n", line, ncmpi_strerrno(code), weft_last_error(ncid));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, __LINE__)

/// The second along each dimension.
static void put_second(const char* name, int is_mine) {
    int variable;
    int rank_of;
    MPI_Offset start[NC_MAX_VAR_DIMS];
    MPI_Offset count[NC_MAX_VAR_DIMS];
    const int value = 77;
    CHECK(ncmpi_inq_varid(ncid, name, &variable));
    CHECK(ncmpi_inq_varndims(ncid, variable, &rank_of));
    for (int i = 0; i < rank_of; ++i) {
        start[i] = 1;
        count[i] = is_mine;
    }
    CHECK(ncmpi_put_vara_int_all(ncid, variable, start, count, &value));
}

/// A word is "title=TEXT", "dimension=NAME", "kill", which ends this program, or the name of a
/// variable.
static void change_by(const char* word, int is_mine) {
    int id;
    if (strncmp(word, "title=", 6) == 0) {
        CHECK(ncmpi_put_att_text(ncid, NC_GLOBAL, "title", (MPI_Offset)strlen(word) - 6, word + 6));
    } else if (strncmp(word, "dimension=", 10) == 0) {
        CHECK(ncmpi_redef(ncid));
        const int code = ncmpi_def_dim(ncid, word + 10, 3, &id);
        if (code != NC_NOERR) printf("%s: %s\n", ncmpi_strerrno(code), weft_last_error(ncid));
        CHECK(ncmpi_enddef(ncid));
    } else if (strcmp(word, "kill") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        kill(getpid(), SIGKILL);
    } else {
        put_second(word, is_mine);
    }
}

int main(int argc, char** argv) {
    int rank;
    int ranks;
    int variable;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int opened = ncmpi_open(MPI_COMM_WORLD, argv[1], NC_WRITE, MPI_INFO_NULL, &ncid);
    if (opened == NC_NOERR && argc == 3 && strcmp(argv[2], "look") == 0) {
        float values[20];
        CHECK(ncmpi_inq_varid(ncid, "v", &variable));
        CHECK(ncmpi_get_var_float_all(ncid, variable, values));
        CHECK(ncmpi_close(ncid));
    } else if (opened == NC_NOERR) {
        const MPI_Offset start[2] = {5, 0};
        const MPI_Offset count[2] = {rank == 0 ? 1 : 0, 5};
        const float values[5] = {50, 51, 52, 53, 54};
        CHECK(ncmpi_inq_varid(ncid, "v", &variable));
        CHECK(ncmpi_put_vara_float_all(ncid, variable, start, count, values));
        CHECK(ncmpi_put_att_text(ncid, NC_GLOBAL, "title", 5, "other"));
        for (int i = 2; i < argc; ++i) change_by(argv[i], rank == ranks - 1);
        CHECK(ncmpi_close(ncid));
    } else if (rank == 0) {
        printf("%s: %s\n", ncmpi_strerrno(opened), weft_last_error(ncid));
    }
    MPI_Finalize();
    return 0;
}

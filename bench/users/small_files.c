// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM DIRECTORY FILES: all ranks create a file with one variable, leave define mode and close
// it, once and then FILES times. Prints a line of JSON for each but the first, whose memory and
// communicators are new: seconds from the first rank's create to the last rank's return from close.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "measurement.h"
#include "users.h"

static void make_file(const char* path) {
    const int file = users_create(path, MPI_INFO_NULL);
    const int dim = users_define_dim(file, "x", 100);
    users_define_variable(file, "v", NC_INT, 1, &dim);
    users_check(ncmpi_enddef(file), "enddef");
    users_check(ncmpi_close(file), "close");
}

// What was made counts only if it is a file.
static void check_file(const char* path, int rank) {
    if (rank != 0) return;
    char magic[4] = {0};
    FILE* const file = fopen(path, "rb");
    users_require(file != NULL && fread(magic, 1, 4, file) == 4, "the file is not there");
    fclose(file);
    users_require(magic[0] == 'C' && magic[1] == 'D' && magic[2] == 'F' && magic[3] == 5,
                  "the file is not CDF-5");
    users_require(unlink(path) == 0, "the file cannot be removed");
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    users_require(argc == 3, "usage: small_files DIRECTORY FILES");
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) printf("{\"version\": \"%s\"}\n", ncmpi_inq_libvers());
    char path[4096];
    snprintf(path, sizeof path, "%s/small.nc", argv[1]);
    const int files = atoi(argv[2]);
    for (int i = 0; i <= files; ++i) {
        const double start = bench_start(MPI_COMM_WORLD);
        make_file(path);
        const double seconds = bench_span(MPI_COMM_WORLD, start);
        check_file(path, rank);
        if (rank == 0 && i > 0) printf("{\"seconds\": %.9f}\n", seconds);
    }
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a rank that has not used a new file yet waits in its first two independent puts:
 *     first_put NAME SECONDS
 * The last rank puts, so many seconds after the file was created. It prints both times, in
 * seconds. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static double put(int ncid, int id, MPI_Offset index) {
    const float value = 1;
    const double begun = MPI_Wtime();
    CHECK(ncmpi_put_var1_float(ncid, id, &index, &value));
    return MPI_Wtime() - begun;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, ncid, dimension, id;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3) return 2;
    CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid));
    CHECK(ncmpi_def_dim(ncid, "x", 1000, &dimension));
    CHECK(ncmpi_def_var(ncid, "v", NC_FLOAT, 1, &dimension, &id));
    CHECK(ncmpi_enddef(ncid));
    usleep((useconds_t)(atof(argv[2]) * 1e6));
    CHECK(ncmpi_begin_indep_data(ncid));
    if (rank == ranks - 1) {
        const double first = put(ncid, id, 0);
        printf("%.4f %.4f\n", first, put(ncid, id, 500));
    }
    CHECK(ncmpi_end_indep_data(ncid));
    CHECK(ncmpi_close(ncid));
    MPI_Finalize();
    return 0;
}

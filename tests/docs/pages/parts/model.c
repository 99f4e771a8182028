// SPDX-License-Identifier: BSD-3-Clause
// Writes a variable that is large enough to be divided.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int code) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "%s\n", ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

int main(int argc, char** argv) {
    enum { rows = 160, columns = 128 };
    int rank, ranks, ncid, dimensions[2], cube;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check(ncmpi_create(MPI_COMM_WORLD, "out.nc", NC_64BIT_DATA, MPI_INFO_NULL, &ncid));
    check(ncmpi_def_dim(ncid, "y", rows, &dimensions[0]));
    check(ncmpi_def_dim(ncid, "x", columns, &dimensions[1]));
    check(ncmpi_def_var(ncid, "cube", NC_FLOAT, 2, dimensions, &cube));
    check(ncmpi_enddef(ncid));
    const MPI_Offset start[] = {(MPI_Offset)rank * rows / ranks, 0};
    const MPI_Offset count[] = {(MPI_Offset)(rank + 1) * rows / ranks - start[0], columns};
    float* values = calloc((size_t)(count[0] * columns), sizeof *values);
    check(ncmpi_put_vara_float_all(ncid, cube, start, count, values));
    free(values);
    check(ncmpi_close(ncid));
    MPI_Finalize();
    return 0;
}

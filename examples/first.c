/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks write one array into one file together, then read it back. Run: mpiexec -n 4 ./first */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>

static void check(int status) {
    if (status == NC_NOERR) return;
    fprintf(stderr, "%s\n", ncmpi_strerror(status));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const MPI_Comm comm = MPI_COMM_WORLD;
    int rank, ranks, file, dims[2], var;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    float row[4], back[4];
    for (int i = 0; i < 4; i++) row[i] = (float)(10 * rank + i);
    MPI_Offset start[2] = {rank, 0}, count[2] = {1, 4}; /* my part: one row of the array */

    check(ncmpi_create(comm, "first.nc", NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file));
    check(ncmpi_def_dim(file, "y", ranks, &dims[0]));
    check(ncmpi_def_dim(file, "x", 4, &dims[1]));
    check(ncmpi_def_var(file, "temperature", NC_FLOAT, 2, dims, &var));
    check(ncmpi_enddef(file));
    check(ncmpi_put_vara_float_all(file, var, start, count, row));
    check(ncmpi_close(file));

    check(ncmpi_open(comm, "first.nc", NC_NOWRITE, MPI_INFO_NULL, &file));
    check(ncmpi_inq_varid(file, "temperature", &var));
    check(ncmpi_get_vara_float_all(file, var, start, count, back));
    check(ncmpi_close(file));

    for (int i = 0; i < 4; i++)
        if (back[i] != row[i]) MPI_Abort(comm, 1);
    if (rank == 0) printf("%d ranks wrote first.nc and read the same values back\n", ranks);
    return MPI_Finalize();
}

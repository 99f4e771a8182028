/* SPDX-License-Identifier: BSD-3-Clause */
/* A file in data mode, with float v(4, 4) and another like it. */
static void SNIPPET(int rank, int size) {
    int ncid, dims[2], varid, other;
    (void)rank;
    (void)size;
    check_code(ncmpi_create(MPI_COMM_WORLD, "data.nc", NC_64BIT_DATA, MPI_INFO_NULL, &ncid), WHERE);
    ncmpi_def_dim(ncid, "y", 4, &dims[0]);
    ncmpi_def_dim(ncid, "x", 4, &dims[1]);
    ncmpi_def_var(ncid, "v", NC_FLOAT, 2, dims, &varid);
    ncmpi_def_var(ncid, "w", NC_FLOAT, 2, dims, &other);
    check_code(ncmpi_enddef(ncid), WHERE);
    { STATEMENTS; }
    check_calls(ncid, WHERE);
    check_code(ncmpi_close(ncid), WHERE);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A new file in define mode, with dimensions for record variables. */
static void SNIPPET(int rank, int size) {
    int ncid, record_dims[2];
    (void)rank;
    (void)size;
    check_code(ncmpi_create(MPI_COMM_WORLD, "records.nc", NC_64BIT_DATA, MPI_INFO_NULL, &ncid),
               WHERE);
    ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &record_dims[0]);
    ncmpi_def_dim(ncid, "x", 4, &record_dims[1]);
    { STATEMENTS; }
    check_calls(ncid, WHERE);
    check_code(ncmpi_close(ncid), WHERE);
}

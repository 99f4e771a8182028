/* SPDX-License-Identifier: BSD-3-Clause */
/* The C side of array_order.f90: v[time][y][x] is 100 * time + 10 * y + x. */
#include <pnetcdf.h>

static int value_at(int i) {
    return 100 * (i / 12) + 10 * (i / 4 % 3) + i % 4;
}

int differences_in_c(const char* path);
int write_in_c(const char* path);

int differences_in_c(const char* path) {
    const MPI_Offset start[3] = {0, 0, 0}, count[3] = {2, 3, 4};
    int ncid, values[24] = {0}, differences = 0;
    if (ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &ncid) != NC_NOERR) return -1;
    if (ncmpi_get_vara_int_all(ncid, 0, start, count, values) != NC_NOERR) return -1;
    for (int i = 0; i < 24; ++i) differences += values[i] != value_at(i);
    return ncmpi_close(ncid) == NC_NOERR ? differences : -1;
}

int write_in_c(const char* path) {
    int ncid, dimids[3], varid, values[24], code;
    for (int i = 0; i < 24; ++i) values[i] = value_at(i);
    code = ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER, MPI_INFO_NULL, &ncid);
    if (code == NC_NOERR) code = ncmpi_def_dim(ncid, "time", 2, &dimids[0]);
    if (code == NC_NOERR) code = ncmpi_def_dim(ncid, "y", 3, &dimids[1]);
    if (code == NC_NOERR) code = ncmpi_def_dim(ncid, "x", 4, &dimids[2]);
    if (code == NC_NOERR) code = ncmpi_def_var(ncid, "v", NC_INT, 3, dimids, &varid);
    if (code == NC_NOERR) code = ncmpi_enddef(ncid);
    if (code == NC_NOERR) code = ncmpi_put_var_int_all(ncid, varid, values);
    return code == NC_NOERR ? ncmpi_close(ncid) : code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A file of which two records are put and not yet finished, open for reading, too. */
#include <unistd.h>

static int SNIPPET_used;
static void use_record(int ncid, MPI_Offset record) {
    (void)ncid;
    SNIPPET_used += record == SNIPPET_used;
}

static void SNIPPET(int rank, int size) {
    const MPI_Offset start = 0, last = 2;
    const int values[] = {1, 2};
    int writer, ncid, time_dim, varid;
    (void)rank;
    (void)size;
    check_code(ncmpi_create(MPI_COMM_WORLD, "growing.nc", NC_64BIT_DATA, MPI_INFO_NULL, &writer),
               WHERE);
    ncmpi_def_dim(writer, "time", NC_UNLIMITED, &time_dim);
    ncmpi_def_var(writer, "v", NC_INT, 1, &time_dim, &varid);
    check_code(ncmpi_enddef(writer), WHERE);
    check_code(ncmpi_open(MPI_COMM_WORLD, "growing.nc", NC_NOWRITE, MPI_INFO_NULL, &ncid), WHERE);
    ncmpi_put_vara_int_all(writer, varid, &start, &last, values);
    check_code(ncmpi_sync(writer), WHERE);
    { STATEMENTS; }
    check_calls(ncid, WHERE);
    if (SNIPPET_used != last) check_code(NC_EINVALCOORDS, WHERE);
    check_code(ncmpi_close(ncid), WHERE);
    check_code(ncmpi_close(writer), WHERE);
}

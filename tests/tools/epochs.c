// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM PATH RECORDS: a file with a variable that has so many records, put one by one, and one
// that has none. The values are the elements' numbers. Hints come with PNETCDF_HINTS.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows = 7, columns = 5, cells = rows * columns };

static void check(int code, const char* what) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "%s: %s\n", what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void put(int ncid, int variable, int record, const MPI_Offset* start,
                const MPI_Offset* count) {
    double values[cells];
    for (int i = 0; i < cells; ++i) values[i] = record * cells + i;
    check(ncmpi_put_vara_double_all(ncid, variable, start, count, values), "put");
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 3) return 2;
    int ncid;
    int dims[3];
    int series;
    int grid;
    check(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_64BIT_DATA, MPI_INFO_NULL, &ncid), "create");
    check(ncmpi_def_dim(ncid, "t", NC_UNLIMITED, &dims[0]), "def_dim");
    check(ncmpi_def_dim(ncid, "y", rows, &dims[1]), "def_dim");
    check(ncmpi_def_dim(ncid, "x", columns, &dims[2]), "def_dim");
    check(ncmpi_def_var(ncid, "series", NC_DOUBLE, 3, dims, &series), "def_var");
    check(ncmpi_def_var(ncid, "grid", NC_DOUBLE, 2, dims + 1, &grid), "def_var");
    check(ncmpi_enddef(ncid), "enddef");
    const MPI_Offset count[] = {1, rows, columns};
    const MPI_Offset origin[] = {0, 0, 0};
    put(ncid, grid, 0, origin + 1, count + 1);
    for (int record = 0; record < atoi(argv[2]); ++record) {
        const MPI_Offset start[] = {record, 0, 0};
        put(ncid, series, record, start, count);
    }
    check(ncmpi_close(ncid), "close");
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Every rank writes its columns of a table and reads its neighbour's. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>

enum { rows = 6, width = 4 };

static int failures = 0;

static void check(int code, const char* what) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "%s: %s\n", what, ncmpi_strerror(code));
    ++failures;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int file, dims[2], table;
    check(ncmpi_create(MPI_COMM_WORLD, "columns_c.nc", NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL,
                       &file),
          "create");
    check(ncmpi_def_dim(file, "row", rows, &dims[0]), "def_dim");
    check(ncmpi_def_dim(file, "column", (MPI_Offset)size * width, &dims[1]), "def_dim");
    check(ncmpi_def_var(file, "table", NC_INT, 2, dims, &table), "def_var");
    check(ncmpi_put_att_text(file, table, "units", 1, "1"), "put_att");
    check(ncmpi_enddef(file), "enddef");

    int values[rows][width], read[rows][width];
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < width; ++i) values[row][i] = 100 * row + rank * width + i;
    }
    MPI_Offset start[2] = {0, (MPI_Offset)rank * width}, count[2] = {rows, width};
    check(ncmpi_put_vara_int_all(file, table, start, count, &values[0][0]), "put_vara");

    const int neighbour = (rank + 1) % size;
    start[1] = (MPI_Offset)neighbour * width;
    check(ncmpi_get_vara_int_all(file, table, start, count, &read[0][0]), "get_vara");
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < width; ++i) {
            if (read[row][i] != 100 * row + neighbour * width + i) ++failures;
        }
    }
    check(ncmpi_close(file), "close");
    if (rank == 0) printf("C: %s\n", ncmpi_inq_libvers());
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}

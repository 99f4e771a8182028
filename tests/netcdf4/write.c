// SPDX-License-Identifier: BSD-3-Clause
//
// PATH: all ranks write a netCDF-4 file: variables of every type, fixed and with records, cut along
// several axes; then they open it again, add a variable, attributes and records, and close it.
// written_test.py knows what must be in it. The environment has the hints.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft.h>

enum { rows = 37, columns = 23, first_records = 5, more_records = 3 };

static int rank;
static int ranks;
static int ncid;

static void check(int code, int line) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "write.c:%d: %s: %s\n", line, ncmpi_strerrno(code), weft_last_error(ncid));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, __LINE__)

/// A value that every type can hold.
static double value_of(int variable, long long element) {
    return (double)((variable * 31 + element * 7) % 113);
}

static void name_of(char* name, const char* stem, int type) {
    sprintf(name, "%s_%d", stem, type);
}

/// Puts this rank's share along an axis of a block that begins at `record`, -1: a fixed variable.
static void put(int variable, nc_type type, int record, int axis, bool is_alone) {
    const MPI_Offset shape[2] = {rows, columns};
    MPI_Offset start[3] = {record, 0, 0};
    MPI_Offset count[3] = {1, rows, columns};
    const MPI_Offset share = (shape[axis] + ranks - 1) / ranks;
    start[1 + axis] = share * rank < shape[axis] ? share * rank : shape[axis];
    count[1 + axis] = shape[axis] - start[1 + axis] < share ? shape[axis] - start[1 + axis] : share;
    const int skipped = record < 0 ? 1 : 0;
    double* const numbers = malloc(sizeof(double) * rows * columns);
    char* const letters = malloc(rows * columns);
    int n = 0;
    for (MPI_Offset i = 0; i < count[1]; ++i) {
        for (MPI_Offset j = 0; j < count[2]; ++j, ++n) {
            const long long in_slab = (start[1] + i) * columns + start[2] + j;
            const long long element = (record < 0 ? 0 : record) * (rows * columns) + in_slab;
            numbers[n] = value_of(variable, element);
            letters[n] = (char)('a' + (int)numbers[n] % 26);
        }
    }
    if (type == NC_CHAR && is_alone)
        CHECK(ncmpi_put_vara_text(ncid, variable, start + skipped, count + skipped, letters));
    else if (type == NC_CHAR)
        CHECK(ncmpi_put_vara_text_all(ncid, variable, start + skipped, count + skipped, letters));
    else if (is_alone)
        CHECK(ncmpi_put_vara_double(ncid, variable, start + skipped, count + skipped, numbers));
    else
        CHECK(ncmpi_put_vara_double_all(ncid, variable, start + skipped, count + skipped, numbers));
    free(numbers);
    free(letters);
}

static void define(void) {
    int dimensions[3];
    int scalar;
    CHECK(ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &dimensions[0]));
    CHECK(ncmpi_def_dim(ncid, "y", rows, &dimensions[1]));
    CHECK(ncmpi_def_dim(ncid, "x", columns, &dimensions[2]));
    char name[NC_MAX_NAME];
    for (int type = NC_BYTE; type <= NC_UINT64; ++type) {
        int id;
        name_of(name, "fixed", type);
        CHECK(ncmpi_def_var(ncid, name, type, 2, dimensions + 1, &id));
        name_of(name, "records", type);
        CHECK(ncmpi_def_var(ncid, name, type, 3, dimensions, &id));
        CHECK(ncmpi_put_att_text(ncid, id, "long_name", (MPI_Offset)strlen(name), name));
    }
    const double range[2] = {0, 112};
    CHECK(ncmpi_put_att_double(ncid, 0, "valid_range", NC_DOUBLE, 2, range));
    CHECK(ncmpi_put_att_text(ncid, NC_GLOBAL, "empty", 0, ""));
    const MPI_Offset chunk[3] = {2, 10, 23};
    CHECK(weft_def_var_chunking(ncid, 9, NC_CHUNKED, chunk));
    CHECK(weft_def_var_deflate(ncid, 9, 1, 1, 4));
    CHECK(weft_def_var_fletcher32(ncid, 9, 1));
    CHECK(weft_def_var_deflate(ncid, 8, 0, 1, 9));
    CHECK(weft_def_var_endian(ncid, 9, NC_ENDIAN_BIG));
    CHECK(weft_def_var_endian(ncid, 10, NC_ENDIAN_BIG));
    CHECK(weft_def_var_endian(ncid, 6, NC_ENDIAN_LITTLE));
    CHECK(ncmpi_def_var(ncid, "scalar", NC_INT, 0, NULL, &scalar));
    CHECK(ncmpi_enddef(ncid));
    const int answer = 42;
    CHECK(ncmpi_put_var_int_all(ncid, scalar, &answer));
}

static void put_records(int begin, int end, bool is_alone) {
    for (int record = begin; record < end; ++record)
        for (int type = NC_BYTE; type <= NC_UINT64; ++type)
            put(2 * (type - 1) + 1, type, record, record % 2, is_alone);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_NETCDF4, MPI_INFO_NULL, &ncid));
    define();
    for (int type = NC_BYTE; type <= NC_UINT64; ++type)
        put(2 * (type - 1), type, -1, type % 2, false);
    put_records(0, first_records, false);
    CHECK(ncmpi_close(ncid));

    CHECK(ncmpi_open(MPI_COMM_WORLD, argv[1], NC_WRITE, MPI_INFO_NULL, &ncid));
    CHECK(ncmpi_redef(ncid));
    const int dimensions[2] = {1, 2};
    int added;
    CHECK(ncmpi_def_var(ncid, "added", NC_FLOAT, 2, dimensions, &added));
    CHECK(ncmpi_put_att_text(ncid, NC_GLOBAL, "history", 5, "again"));
    CHECK(ncmpi_rename_var(ncid, 0, "renamed"));
    CHECK(ncmpi_enddef(ncid));
    put(added, NC_FLOAT, -1, 0, false);
    CHECK(ncmpi_begin_indep_data(ncid));
    put_records(first_records, first_records + more_records, true);
    CHECK(ncmpi_end_indep_data(ncid));
    CHECK(ncmpi_close(ncid));
    MPI_Finalize();
    return 0;
}

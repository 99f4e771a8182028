/* SPDX-License-Identifier: BSD-3-Clause
 * A program with a parallel HDF5 of its own, whose files are open while Weft, which has another
 * libhdf5, reads and writes netCDF-4 files: two_libraries own|weft. The argument says which of the
 * two comes first. Each reads what the other has written. */
#include <hdf5.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <string.h>
#include <weft.h>

enum { rows = 8, columns = 64, elements = rows * columns };

static int rank, size;
static int ncid = -1;
static int reports; /* of the program's own libhdf5 */

static void require(int good, const char* what, int line) {
    if (good) return;
    fprintf(stderr, "two_libraries.c:%d, rank %d: %s: %s\n", line, rank, what,
            weft_last_error(ncid));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define REQUIRE(expression) require((expression), #expression, __LINE__)

/* Each rank has every size-th row. */
static int rows_of_rank(void) {
    return (rows - rank + size - 1) / size;
}

static void fill(int* values, int seed) {
    for (int i = 0; i < rows_of_rank() * columns; ++i)
        values[i] = seed + (rank + i / columns * size) * columns + i % columns;
}

static int is_filled(const int* values, int seed) {
    int expected[elements];
    fill(expected, seed);
    return memcmp(values, expected, sizeof(int) * (size_t)(rows_of_rank() * columns)) == 0;
}

static hid_t parallel_access(void) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    REQUIRE(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL) >= 0);
    return access;
}

static void move(hid_t dataset, int* values, int writes) {
    const hsize_t start[2] = {(hsize_t)rank, 0};
    const hsize_t stride[2] = {(hsize_t)size, 1};
    const hsize_t count[2] = {(hsize_t)rows_of_rank(), columns};
    const hid_t in_file = H5Dget_space(dataset);
    const hid_t in_memory = H5Screate_simple(2, count, NULL);
    const hid_t transfer = H5Pcreate(H5P_DATASET_XFER);
    REQUIRE(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE) >= 0);
    REQUIRE(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, stride, count, NULL) >= 0);
    if (writes)
        REQUIRE(H5Dwrite(dataset, H5T_NATIVE_INT, in_memory, in_file, transfer, values) >= 0);
    else
        REQUIRE(H5Dread(dataset, H5T_NATIVE_INT, in_memory, in_file, transfer, values) >= 0);
    H5Pclose(transfer);
    H5Sclose(in_memory);
    H5Sclose(in_file);
}

/* A file of HDF5, which stays open. */
static hid_t write_own(const char* path, int seed) {
    const hsize_t lengths[2] = {rows, columns};
    const hsize_t chunk[2] = {2, columns / 2};
    const hid_t access = parallel_access();
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    const hid_t space = H5Screate_simple(2, lengths, NULL);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    int values[elements];
    H5Pset_chunk(properties, 2, chunk);
    H5Pset_deflate(properties, 1);
    const hid_t dataset =
        H5Dcreate2(file, "v", H5T_NATIVE_INT, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    REQUIRE(dataset >= 0);
    fill(values, seed);
    move(dataset, values, 1);
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    H5Pclose(access);
    return file;
}

static void check_by_own(hid_t file, int seed) {
    int values[elements];
    const hid_t dataset = H5Dopen2(file, "v", H5P_DEFAULT);
    REQUIRE(dataset >= 0);
    move(dataset, values, 0);
    REQUIRE(is_filled(values, seed));
    H5Dclose(dataset);
}

static herr_t count_report(hid_t stack, void* unused) {
    (void)stack;
    (void)unused;
    ++reports;
    return 0;
}

/* Weft keeps its libhdf5 silent, and no other one. */
static void check_reports(void) {
    const int before = reports;
    REQUIRE(H5Fis_hdf5("nowhere.h5") < 0);
    REQUIRE(reports == before + 1);
}

static MPI_Offset start[2], count[2], stride[2];

static void write_by_weft(const char* path, int seed) {
    int values[elements];
    int dimensions[2], variable;
    const MPI_Offset chunk[2] = {2, columns / 2};
    REQUIRE(ncmpi_create(MPI_COMM_WORLD, path, NC_NETCDF4, MPI_INFO_NULL, &ncid) == NC_NOERR);
    REQUIRE(ncmpi_def_dim(ncid, "y", rows, &dimensions[0]) == NC_NOERR);
    REQUIRE(ncmpi_def_dim(ncid, "x", columns, &dimensions[1]) == NC_NOERR);
    REQUIRE(ncmpi_def_var(ncid, "v", NC_INT, 2, dimensions, &variable) == NC_NOERR);
    REQUIRE(weft_def_var_chunking(ncid, variable, NC_CHUNKED, chunk) == NC_NOERR);
    REQUIRE(weft_def_var_deflate(ncid, variable, 1, 1, 1) == NC_NOERR);
    REQUIRE(ncmpi_enddef(ncid) == NC_NOERR);
    fill(values, seed);
    REQUIRE(ncmpi_put_vars_int_all(ncid, variable, start, count, stride, values) == NC_NOERR);
    REQUIRE(ncmpi_close(ncid) == NC_NOERR);
    ncid = -1;
}

static void check_by_weft(const char* path, int seed) {
    int values[elements];
    int variable;
    REQUIRE(ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &ncid) == NC_NOERR);
    REQUIRE(ncmpi_inq_varid(ncid, "v", &variable) == NC_NOERR);
    REQUIRE(ncmpi_get_vars_int_all(ncid, variable, start, count, stride, values) == NC_NOERR);
    REQUIRE(is_filled(values, seed));
    REQUIRE(ncmpi_close(ncid) == NC_NOERR);
    ncid = -1;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    start[0] = rank;
    count[0] = rows_of_rank();
    count[1] = columns;
    stride[0] = size;
    stride[1] = 1;
    if (strcmp(argv[1], "weft") == 0) write_by_weft("weft.nc", 1);
    H5Eset_auto2(H5E_DEFAULT, count_report, NULL);
    const hid_t held = write_own("held.h5", 2);
    check_by_own(held, 2);
    H5Fclose(write_own("own.h5", 3));
    write_by_weft("weft.nc", 4);
    check_by_weft("weft.nc", 4);
    check_by_weft("own.h5", 3);
    check_reports();
    check_by_own(held, 2);
    REQUIRE(H5Fclose(held) >= 0);
    const hid_t access = parallel_access();
    const hid_t of_weft = H5Fopen("weft.nc", H5F_ACC_RDONLY, access);
    REQUIRE(of_weft >= 0);
    check_by_own(of_weft, 4);
    check_by_weft("own.h5", 3);
    H5Fclose(of_weft);
    H5Pclose(access);
    MPI_Finalize();
    return 0;
}

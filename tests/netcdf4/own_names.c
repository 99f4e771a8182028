/* SPDX-License-Identifier: BSD-3-Clause
 * A program with functions that have the names of libhdf5's, as one has that is linked with a
 * libhdf5 of another version: those of Weft's libhdf5 are called, and these are not. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <weft.h>

#define EXPORTED __attribute__((visibility("default")))

static int calls;

static long long failing(void) {
    ++calls;
    return -1;
}

EXPORTED long long H5open(void);
EXPORTED long long H5FDregister(const void* driver);
EXPORTED long long H5Fopen(const char* name, unsigned flags, long long access);
EXPORTED long long H5Fcreate(const char* name, unsigned flags, long long make, long long access);

long long H5open(void) {
    return failing();
}

long long H5FDregister(const void* driver) {
    (void)driver;
    return failing();
}

long long H5Fopen(const char* name, unsigned flags, long long access) {
    (void)name, (void)flags, (void)access;
    return failing();
}

long long H5Fcreate(const char* name, unsigned flags, long long make, long long access) {
    (void)name, (void)flags, (void)make, (void)access;
    return failing();
}

static int ncid = -1;

static void check(int code, int line) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "own_names.c:%d: %s: %s\n", line, ncmpi_strerrno(code), weft_last_error(ncid));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, __LINE__)

int main(int argc, char** argv) {
    int dimension, variable, value = 7;
    MPI_Init(&argc, &argv);
    CHECK(ncmpi_create(MPI_COMM_WORLD, "file.nc", NC_NETCDF4, MPI_INFO_NULL, &ncid));
    CHECK(ncmpi_def_dim(ncid, "x", 1, &dimension));
    CHECK(ncmpi_def_var(ncid, "v", NC_INT, 1, &dimension, &variable));
    CHECK(ncmpi_enddef(ncid));
    CHECK(ncmpi_put_var_int_all(ncid, variable, &value));
    CHECK(ncmpi_close(ncid));
    value = 0;
    CHECK(ncmpi_open(MPI_COMM_WORLD, "file.nc", NC_NOWRITE, MPI_INFO_NULL, &ncid));
    CHECK(ncmpi_get_var_int_all(ncid, variable, &value));
    CHECK(ncmpi_close(ncid));
    MPI_Finalize();
    if (calls > 0) fprintf(stderr, "%d calls of libhdf5's came here\n", calls);
    return calls > 0 || value != 7;
}

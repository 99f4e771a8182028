// SPDX-License-Identifier: BSD-3-Clause
#include "users.h"

#include <stdio.h>
#include <stdlib.h>

void users_require(bool good, const char* what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

void users_check(int status, const char* what) {
    if (status == NC_NOERR) return;
    fprintf(stderr, "%s: %s\n", what, ncmpi_strerror(status));
    users_require(false, "a call failed");
}

void* users_memory(int64_t bytes) {
    void* memory = malloc((size_t)bytes);
    users_require(memory != NULL, "not enough memory");
    return memory;
}

int32_t users_value(int64_t variable, int64_t index) {
    return users_mixed(variable, index);
}

void users_cut(const users_case* which, int64_t edge, MPI_Offset shape[3], MPI_Offset start[3],
               MPI_Offset count[3]) {
    int parts[3] = {0, 0, 0};
    MPI_Dims_create(which->ranks, 3, parts);
    const int place[3] = {which->rank / (parts[1] * parts[2]), which->rank / parts[2] % parts[1],
                          which->rank % parts[2]};
    for (int i = 0; i < 3; ++i) {
        shape[i] = edge * parts[i];
        start[i] = edge * place[i];
        count[i] = edge;
    }
}

int users_create(const char* path, MPI_Info info) {
    int ncid;
    users_check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, info, &ncid),
                "create");
    return ncid;
}

int users_define_dim(int ncid, const char* name, MPI_Offset length) {
    int dim;
    users_check(ncmpi_def_dim(ncid, name, length, &dim), "def_dim");
    return dim;
}

void users_define_space(int ncid, const MPI_Offset shape[3], int dims[3]) {
    static const char* const names[3] = {"z", "y", "x"};
    for (int i = 0; i < 3; ++i) dims[i] = users_define_dim(ncid, names[i], shape[i]);
}

int users_define_variable(int ncid, const char* name, nc_type type, int dims, const int* ids) {
    int variable;
    users_check(ncmpi_def_var(ncid, name, type, dims, ids, &variable), "def_var");
    return variable;
}

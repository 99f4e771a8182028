// SPDX-License-Identifier: BSD-3-Clause
//
// Many small variables: VARIABLES:ELEMENTS. Each variable has ELEMENTS doubles of each rank.

#include <stdio.h>
#include <stdlib.h>

#include "users.h"

static int variables;
static MPI_Offset start, count, length;
static double* data;
static int* requests;
static int ncid;

int64_t workload_prepare(const users_case* which) {
    variables = which->numbers[0];
    count = which->numbers[1];
    start = count * which->rank;
    length = count * which->ranks;
    data = users_memory(variables * count * (int64_t)sizeof *data);
    requests = users_memory(variables * (int64_t)sizeof *requests);
    for (int64_t v = 0; v < variables; ++v)
        for (int64_t i = 0; i < count; ++i) data[v * count + i] = users_mixed(v, start + i);
    return variables * count * (int64_t)sizeof *data;
}

void workload_create(const char* path, MPI_Fint info) {
    ncid = users_create(path, MPI_Info_f2c(info));
    const int dim = users_define_dim(ncid, "x", length);
    for (int v = 0; v < variables; ++v) {
        char name[32];
        snprintf(name, sizeof name, "variable_%05d", v);
        users_define_variable(ncid, name, NC_DOUBLE, 1, &dim);
    }
    users_check(ncmpi_enddef(ncid), "enddef");
}

void workload_write(bool combined) {
    for (int v = 0; v < variables; ++v) {
        const double* part = data + v * count;
        if (combined)
            users_check(ncmpi_iput_vara_double(ncid, v, &start, &count, part, &requests[v]),
                        "iput_vara_double");
        else
            users_check(ncmpi_put_vara_double_all(ncid, v, &start, &count, part),
                        "put_vara_double_all");
    }
    if (combined) users_check(ncmpi_wait_all(ncid, variables, requests, NULL), "wait_all");
    users_check(ncmpi_close(ncid), "close");
}

void workload_release(void) {
    free(data);
    free(requests);
}

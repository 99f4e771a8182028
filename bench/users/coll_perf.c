// SPDX-License-Identifier: BSD-3-Clause
//
// coll_perf with many variables: VARIABLES:EDGE:RECORD. Each variable is a 3-D array of ints, cut
// into blocks of EDGE^3, one for each rank. With RECORD = 1 the slowest dimension is unlimited, so
// that the planes of all variables take turns in the file.

#include <stdio.h>
#include <stdlib.h>

#include "users.h"

static int variables;
static bool is_record;
static MPI_Offset shape[3], start[3], count[3];
static int* data;  // the blocks of all variables, one after the other
static int64_t elements;
static int* requests;
static int ncid;

int64_t workload_prepare(const users_case* which) {
    variables = which->numbers[0];
    is_record = which->numbers[2] != 0;
    users_cut(which, which->numbers[1], shape, start, count);
    elements = count[0] * count[1] * count[2];
    data = users_memory(variables * elements * (int64_t)sizeof *data);
    requests = users_memory(variables * (int64_t)sizeof *requests);
    int* to = data;
    for (int v = 0; v < variables; ++v)
        for (int64_t z = start[0]; z < start[0] + count[0]; ++z)
            for (int64_t y = start[1]; y < start[1] + count[1]; ++y)
                for (int64_t x = start[2]; x < start[2] + count[2]; ++x)
                    *to++ = users_mixed(v, (z * shape[1] + y) * shape[2] + x);
    return variables * elements * (int64_t)sizeof *data;
}

void workload_create(const char* path, MPI_Fint info) {
    ncid = users_create(path, MPI_Info_f2c(info));
    int dims[3];
    users_define_space(
        ncid, (MPI_Offset[]){is_record ? NC_UNLIMITED : shape[0], shape[1], shape[2]}, dims);
    for (int v = 0; v < variables; ++v) {
        char name[32];
        snprintf(name, sizeof name, "var_%d", v);
        users_define_variable(ncid, name, NC_INT, 3, dims);
    }
    users_check(ncmpi_enddef(ncid), "enddef");
}

void workload_write(bool combined) {
    for (int v = 0; v < variables; ++v) {
        const int* block = data + v * elements;
        if (combined)
            users_check(ncmpi_iput_vara_int(ncid, v, start, count, block, &requests[v]),
                        "iput_vara_int");
        else
            users_check(ncmpi_put_vara_int_all(ncid, v, start, count, block), "put_vara_int_all");
    }
    if (combined) users_check(ncmpi_wait_all(ncid, variables, requests, NULL), "wait_all");
    users_check(ncmpi_close(ncid), "close");
}

void workload_release(void) {
    free(data);
    free(requests);
}

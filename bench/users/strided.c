// SPDX-License-Identifier: BSD-3-Clause
//
// Strided access by each rank on its own: STRIDE:ELEMENTS. Each rank has ELEMENTS ints of one
// variable, side by side, and puts every STRIDE-th of them with one independent call, as often as
// it takes to put all.

#include <stdlib.h>

#include "users.h"

static MPI_Offset stride, elements, all_elements, first;
static int* data;  // in the order of the calls
static int* requests;
static int ncid, varid;

int64_t workload_prepare(const users_case* which) {
    stride = which->numbers[0];
    elements = which->numbers[1];
    all_elements = elements * which->ranks;
    first = which->rank * elements;
    data = users_memory(elements * (int64_t)sizeof *data);
    requests = users_memory(stride * (int64_t)sizeof *requests);
    int* to = data;
    for (int64_t begin = 0; begin < stride; ++begin)
        for (int64_t i = begin; i < elements; i += stride) *to++ = users_mixed(0, first + i);
    return elements * (int64_t)sizeof *data;
}

void workload_create(const char* path, MPI_Fint info) {
    ncid = users_create(path, MPI_Info_f2c(info));
    const int dim = users_define_dim(ncid, "x", all_elements);
    varid = users_define_variable(ncid, "v", NC_INT, 1, &dim);
    users_check(ncmpi_enddef(ncid), "enddef");
}

void workload_write(bool combined) {
    users_check(ncmpi_begin_indep_data(ncid), "begin_indep_data");
    const int* from = data;
    for (MPI_Offset begin = 0; begin < stride; ++begin) {
        const MPI_Offset start = first + begin;
        const MPI_Offset count = (elements - begin + stride - 1) / stride;
        if (combined)
            users_check(
                ncmpi_iput_vars_int(ncid, varid, &start, &count, &stride, from, &requests[begin]),
                "iput_vars_int");
        else
            users_check(ncmpi_put_vars_int(ncid, varid, &start, &count, &stride, from),
                        "put_vars_int");
        from += count;
    }
    if (combined) users_check(ncmpi_wait(ncid, (int)stride, requests, NULL), "wait");
    users_check(ncmpi_end_indep_data(ncid), "end_indep_data");
    users_check(ncmpi_close(ncid), "close");
}

void workload_release(void) {
    free(data);
    free(requests);
}

// SPDX-License-Identifier: BSD-3-Clause
//
// The checkpoint of S3D, a simulation of combustion: EDGE. The ranks cut a box in three dimensions
// into blocks of EDGE^3 points. Four variables of doubles: mass fractions of 11 species,
// temperature, pressure, velocity.

#include <stdlib.h>

#include "users.h"

enum { variables = 4, species = 11 };
static const char* const names[variables] = {"yspecies", "temp", "pressure", "u"};
static const int components[variables] = {species, 1, 1, 3};

static MPI_Offset shape[3], start[3], count[3];
static double* data[variables];
static int ncid, varids[variables];

static void fill(int v) {
    double* to = data[v];
    for (int64_t c = 0; c < components[v]; ++c)
        for (int64_t z = start[0]; z < start[0] + count[0]; ++z)
            for (int64_t y = start[1]; y < start[1] + count[1]; ++y)
                for (int64_t x = start[2]; x < start[2] + count[2]; ++x)
                    *to++ = users_mixed(v, ((c * shape[0] + z) * shape[1] + y) * shape[2] + x);
}

int64_t workload_prepare(const users_case* which) {
    users_cut(which, which->numbers[0], shape, start, count);
    int64_t all_bytes = 0;
    for (int v = 0; v < variables; ++v) {
        const int64_t bytes =
            components[v] * count[0] * count[1] * count[2] * (int64_t)sizeof(double);
        data[v] = users_memory(bytes);
        fill(v);
        all_bytes += bytes;
    }
    return all_bytes;
}

void workload_create(const char* path, MPI_Fint info) {
    ncid = users_create(path, MPI_Info_f2c(info));
    int space[3];
    users_define_space(ncid, shape, space);
    const int nsc = users_define_dim(ncid, "nsc", species);
    const int three = users_define_dim(ncid, "three", 3);
    for (int v = 0; v < variables; ++v) {
        const int dims[4] = {components[v] == 3 ? three : nsc, space[0], space[1], space[2]};
        const bool scalar = components[v] == 1;
        varids[v] = users_define_variable(ncid, names[v], NC_DOUBLE, 4 - scalar, dims + scalar);
    }
    users_check(ncmpi_enddef(ncid), "enddef");
}

void workload_write(bool combined) {
    int requests[variables];
    for (int v = 0; v < variables; ++v) {
        const bool scalar = components[v] == 1;
        const MPI_Offset starts[4] = {0, start[0], start[1], start[2]};
        const MPI_Offset counts[4] = {components[v], count[0], count[1], count[2]};
        if (combined)
            users_check(ncmpi_iput_vara_double(ncid, varids[v], starts + scalar, counts + scalar,
                                               data[v], &requests[v]),
                        "iput_vara_double");
        else
            users_check(ncmpi_put_vara_double_all(ncid, varids[v], starts + scalar, counts + scalar,
                                                  data[v]),
                        "put_vara_double_all");
    }
    if (combined) users_check(ncmpi_wait_all(ncid, variables, requests, NULL), "wait_all");
    users_check(ncmpi_close(ncid), "close");
}

void workload_release(void) {
    for (int v = 0; v < variables; ++v) free(data[v]);
}

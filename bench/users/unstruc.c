// SPDX-License-Identifier: BSD-3-Clause
//
// UNSTRUC, an unstructured grid: CELLS. Each rank holds CELLS cells of 8 doubles, whose places in
// the global array are a random permutation. A rank passes the list of all its places to one call
// of varn.

#include <stdlib.h>

#include "users.h"

enum { values = 8 };

static int64_t cells, all_cells;
static double* data;
static MPI_Offset (*places)[2];  // start of each cell of this rank: cell, value
static MPI_Offset** starts;
static int ncid, varid;

static uint64_t next_random(uint64_t* state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state >> 33;
}

// Deals the cells out: all ranks shuffle the same list, and each keeps its share in the order of
// the draw.
static void deal_cells(int rank) {
    int64_t* shuffled = users_memory(all_cells * (int64_t)sizeof *shuffled);
    for (int64_t i = 0; i < all_cells; ++i) shuffled[i] = i;
    uint64_t state = 1;
    for (int64_t i = all_cells - 1; i > 0; --i) {
        const int64_t other = (int64_t)(next_random(&state) % (uint64_t)(i + 1));
        const int64_t kept = shuffled[i];
        shuffled[i] = shuffled[other];
        shuffled[other] = kept;
    }
    for (int64_t i = 0; i < cells; ++i) {
        places[i][0] = shuffled[rank * cells + i];
        places[i][1] = 0;
    }
    free(shuffled);
}

int64_t workload_prepare(const users_case* which) {
    cells = which->numbers[0];
    all_cells = cells * which->ranks;
    data = users_memory(cells * values * (int64_t)sizeof *data);
    places = users_memory(cells * (int64_t)sizeof *places);
    starts = users_memory(2 * cells * (int64_t)sizeof *starts);
    deal_cells(which->rank);
    static MPI_Offset whole_cell[2] = {1, values};
    for (int64_t i = 0; i < cells; ++i) {
        starts[i] = places[i];
        starts[cells + i] = whole_cell;  // the counts follow the starts
        for (int64_t k = 0; k < values; ++k)
            data[i * values + k] = users_mixed(0, places[i][0] * values + k);
    }
    return cells * values * (int64_t)sizeof *data;
}

void workload_create(const char* path, MPI_Fint info) {
    ncid = users_create(path, MPI_Info_f2c(info));
    const int dims[2] = {users_define_dim(ncid, "cell", all_cells),
                         users_define_dim(ncid, "value", values)};
    varid = users_define_variable(ncid, "cells", NC_DOUBLE, 2, dims);
    users_check(ncmpi_enddef(ncid), "enddef");
}

void workload_write(bool combined) {
    MPI_Offset* const* counts = starts + cells;
    if (combined) {
        int request;
        users_check(ncmpi_iput_varn_double(ncid, varid, (int)cells, starts, counts, data, &request),
                    "iput_varn_double");
        users_check(ncmpi_wait_all(ncid, 1, &request, NULL), "wait_all");
    } else {
        users_check(ncmpi_put_varn_double_all(ncid, varid, (int)cells, starts, counts, data),
                    "put_varn_double_all");
    }
    users_check(ncmpi_close(ncid), "close");
}

void workload_release(void) {
    free(data);
    free(places);
    free(starts);
}

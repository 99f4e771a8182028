// SPDX-License-Identifier: BSD-3-Clause
//
// One array of doubles, put at the request levels of paper 2: PATTERN:SIZE:LEVEL.
//   PATTERN 0: DIST3D, blocks of SIZE^3, one for each rank
//           1: BTIO, SIZE^3 points of 5 doubles; of its q^3 cells, each of the q^2 ranks has a
//              diagonal (square numbers of ranks only)
//           2: UNSTRUC, SIZE cells of 8 doubles for each rank, in random order
//   LEVEL   0: an independent call for each contiguous row
//           2: one independent call for all
//           3: one collective call for all

#include <stdlib.h>

#include "users.h"

enum { dist3d, btio, unstruc };

static int level;
static MPI_Offset shape[3];
static int blocks;
static MPI_Offset (*starts)[3];
static MPI_Offset (*counts)[3];
static double* data;
static int64_t elements;
static int ncid, varid;

static void make_blocks(int count) {
    blocks = count;
    starts = users_memory(count * (int64_t)sizeof *starts);
    counts = users_memory(count * (int64_t)sizeof *counts);
}

static void set_block(int n, const MPI_Offset start[3], const MPI_Offset count[3]) {
    for (int i = 0; i < 3; ++i) {
        starts[n][i] = start[i];
        counts[n][i] = count[i];
    }
}

static void cut_cube(const users_case* which, int64_t edge) {
    MPI_Offset start[3], count[3];
    users_cut(which, edge, shape, start, count);
    make_blocks(1);
    set_block(0, start, count);
}

static bool deal_diagonals(const users_case* which, int64_t edge) {
    int q = 1;
    while (q * q < which->ranks) ++q;
    if (q * q != which->ranks || edge % q != 0) return false;
    const MPI_Offset part = edge / q;
    shape[0] = shape[1] = edge;
    shape[2] = 5 * edge;
    make_blocks(q);
    for (int cell = 0; cell < q; ++cell) {
        const MPI_Offset y = (which->rank / q + cell) % q;
        const MPI_Offset x = (which->rank % q + cell) % q;
        set_block(cell, (MPI_Offset[]){cell * part, y * part, 5 * x * part},
                  (MPI_Offset[]){part, part, 5 * part});
    }
    return true;
}

// Multiplying by a number without common factors deals all cells out, far from each other.
static void scatter_cells(const users_case* which, int64_t cells) {
    const int64_t all = cells * which->ranks;
    int64_t step = (int64_t)(0.618 * (double)all) | 1;
    for (int64_t a = all, b = step; b != 1;) {  // until the greatest common divisor is 1
        const int64_t rest = a % b;
        a = b;
        b = rest;
        if (b == 0) {
            step += 2;
            a = all;
            b = step;
        }
    }
    shape[0] = 1;
    shape[1] = all;
    shape[2] = 8;
    make_blocks((int)cells);
    for (int64_t i = 0; i < cells; ++i)
        set_block((int)i, (MPI_Offset[]){0, (which->rank * cells + i) * step % all, 0},
                  (MPI_Offset[]){1, 1, 8});
}

static void fill_data(void) {
    elements = 0;
    for (int n = 0; n < blocks; ++n) elements += counts[n][0] * counts[n][1] * counts[n][2];
    data = users_memory(elements * (int64_t)sizeof *data);
    double* to = data;
    for (int n = 0; n < blocks; ++n)
        for (MPI_Offset z = starts[n][0]; z < starts[n][0] + counts[n][0]; ++z)
            for (MPI_Offset y = starts[n][1]; y < starts[n][1] + counts[n][1]; ++y)
                for (MPI_Offset x = starts[n][2]; x < starts[n][2] + counts[n][2]; ++x)
                    *to++ = users_mixed(0, (z * shape[1] + y) * shape[2] + x);
}

int64_t workload_prepare(const users_case* which) {
    const int64_t size = which->numbers[1];
    level = which->numbers[2];
    users_require(level == 0 || level == 2 || level == 3, "LEVEL: 0, 2 or 3");
    if (which->numbers[0] == dist3d) cut_cube(which, size);
    if (which->numbers[0] == btio && !deal_diagonals(which, size)) return 0;
    if (which->numbers[0] == unstruc) scatter_cells(which, size);
    fill_data();
    return elements * (int64_t)sizeof *data;
}

void workload_create(const char* path, MPI_Fint info) {
    ncid = users_create(path, MPI_Info_f2c(info));
    int dims[3];
    users_define_space(ncid, shape, dims);
    varid = users_define_variable(ncid, "v", NC_DOUBLE, 3, dims);
    users_check(ncmpi_enddef(ncid), "enddef");
}

static void put_rows(void) {
    const double* from = data;
    for (int n = 0; n < blocks; ++n)
        for (MPI_Offset z = 0; z < counts[n][0]; ++z)
            for (MPI_Offset y = 0; y < counts[n][1]; ++y) {
                const MPI_Offset start[3] = {starts[n][0] + z, starts[n][1] + y, starts[n][2]};
                const MPI_Offset count[3] = {1, 1, counts[n][2]};
                users_check(ncmpi_put_vara_double(ncid, varid, start, count, from),
                            "put_vara_double");
                from += count[2];
            }
}

static void put_all_blocks(bool together) {
    MPI_Offset** pointers = users_memory(2 * blocks * (int64_t)sizeof *pointers);
    for (int n = 0; n < blocks; ++n) {
        pointers[n] = starts[n];
        pointers[blocks + n] = counts[n];
    }
    users_check(
        together ? ncmpi_put_varn_double_all(ncid, varid, blocks, pointers, pointers + blocks, data)
                 : ncmpi_put_varn_double(ncid, varid, blocks, pointers, pointers + blocks, data),
        "put_varn_double");
    free(pointers);
}

// What is posted and waited for is not a question of levels.
void workload_write(bool combined) {
    (void)combined;
    if (level == 3) {
        put_all_blocks(true);
    } else {
        users_check(ncmpi_begin_indep_data(ncid), "begin_indep_data");
        if (level == 0) put_rows();
        if (level == 2) put_all_blocks(false);
        users_check(ncmpi_end_indep_data(ncid), "end_indep_data");
    }
    users_check(ncmpi_close(ncid), "close");
}

void workload_release(void) {
    free(data);
    free(starts);
    free(counts);
}

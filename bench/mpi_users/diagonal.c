// SPDX-License-Identifier: BSD-3-Clause
//
// diagonal-WAY: a cube of points with 5 doubles each, as BTIO writes it: cut along z and x into as
// many parts as there are ranks, and each rank has one cell of each slab, on a diagonal. Cells are
// nested vectors. The cube is appended as often as BTIO's time steps come: a view that repeats.

#include <stdlib.h>

#include "plan.h"

enum { doubles_of_point = 5, words_of_point = 2 * doubles_of_point, steps = 4 };

static int64_t edge, slab, rank, ranks;  // lengths in points

static int64_t points_of_cell(void) {
    return slab * edge * slab;
}

// Where along x a rank's cell in a slab begins.
static int64_t column_in(int64_t slab_number) {
    return (rank + slab_number) % ranks * slab;
}

static int64_t file_word(int64_t memory_word) {
    const int64_t point = memory_word / words_of_point;
    const int64_t x = point % slab;
    const int64_t y = point / slab % edge;
    const int64_t z = point / slab / edge % edge;
    const int64_t step = point / (points_of_cell() * ranks);
    const int64_t in_file = ((step * edge + z) * edge + y) * edge + column_in(z / slab) + x;
    return in_file * words_of_point + memory_word % words_of_point;
}

static MPI_Datatype cell_type(void) {
    const MPI_Aint point_bytes = doubles_of_point * (MPI_Aint)sizeof(double);
    MPI_Datatype row, plane, cell;
    MPI_Type_contiguous((int)slab * doubles_of_point, MPI_DOUBLE, &row);
    MPI_Type_create_hvector((int)edge, 1, edge * point_bytes, row, &plane);
    MPI_Type_create_hvector((int)slab, 1, edge * edge * point_bytes, plane, &cell);
    MPI_Type_free(&row);
    MPI_Type_free(&plane);
    return cell;
}

// The cell of slab `number`, in step `call`.
static plan_box box_of(int64_t call, int number) {
    return (plan_box){.start = {call, number * slab, 0, column_in(number) * words_of_point},
                      .count = {1, slab, edge, slab * words_of_point}};
}

// All of a rank's cells in a cube; as long as the cube, so that the next one follows it.
static MPI_Datatype cube_type(void) {
    const MPI_Aint point_bytes = doubles_of_point * (MPI_Aint)sizeof(double);
    MPI_Datatype cell = cell_type();
    MPI_Datatype cells, cube;
    MPI_Aint* const places = malloc((size_t)ranks * sizeof *places);
    workload_require(places != NULL, "not enough memory");
    for (int64_t i = 0; i < ranks; ++i)
        places[i] = (i * slab * edge * edge + column_in(i)) * point_bytes;
    MPI_Type_create_hindexed_block((int)ranks, 1, places, cell, &cells);
    MPI_Type_create_resized(cells, 0, edge * edge * edge * point_bytes, &cube);
    free(places);
    MPI_Type_free(&cell);
    MPI_Type_free(&cells);
    return cube;
}

plan plan_diagonal(const workload_case* which, const char* options) {
    (void)options;
    rank = which->rank;
    ranks = which->ranks;
    edge = workload_edge(which->words / (words_of_point * steps), 3);
    workload_require(edge % ranks == 0, "the ranks do not divide the cube");
    slab = edge / ranks;
    const int64_t points = points_of_cell() * ranks;
    return (plan){.etype = MPI_DOUBLE,
                  .file_type = cube_type(),
                  .memory_type = MPI_DOUBLE,
                  .memory_count = (int)points * doubles_of_point,
                  .calls = steps,
                  .step = points * doubles_of_point,
                  .step_words = points * words_of_point,
                  .extent = {.memory_words = steps * points * words_of_point,
                             .file_words = steps * edge * edge * edge * words_of_point},
                  .file_word = file_word,
                  .array = {.dims = 4,
                            .lengths = {steps, edge, edge, edge * words_of_point},
                            .boxes = (int)ranks,
                            .box = box_of}};
}

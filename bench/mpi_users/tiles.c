// SPDX-License-Identifier: BSD-3-Clause
//
// tiles-WAY: a square of words in tiles, one for each rank, which has a halo of 2 words around it
// in memory.

#include "plan.h"

enum { halo = 2 };

static int64_t edge;
static plan_box box;

static int64_t file_word(int64_t memory_word) {
    const int64_t row = memory_word / (box.count[1] + 2 * halo) - halo;
    const int64_t column = memory_word % (box.count[1] + 2 * halo) - halo;
    if (row < 0 || row >= box.count[0] || column < 0 || column >= box.count[1])
        return workload_no_data;
    return (box.start[0] + row) * edge + box.start[1] + column;
}

static plan_box the_box(int64_t call, int number) {
    (void)call;
    (void)number;
    return box;
}

plan plan_tiles(const workload_case* which, const char* options) {
    (void)options;
    const workload_grid grid = workload_cut(which, "XY");
    edge = workload_edge(which->words, 2);
    int sizes[2], counts[2], starts[2], memory_sizes[2];
    const int memory_starts[2] = {halo, halo};
    for (int i = 0; i < 2; ++i) {
        box.count[i] = edge / grid.parts[i + 1];
        box.start[i] = grid.mine[i + 1] * box.count[i];
        sizes[i] = (int)edge;
        counts[i] = (int)box.count[i];
        starts[i] = (int)box.start[i];
        memory_sizes[i] = counts[i] + 2 * halo;
    }
    plan made = {.etype = MPI_UINT32_T,
                 .memory_count = 1,
                 .calls = 1,
                 .extent = {.memory_words = (int64_t)memory_sizes[0] * memory_sizes[1],
                            .file_words = edge * edge},
                 .file_word = file_word,
                 .array = {.dims = 2, .lengths = {edge, edge}, .boxes = 1, .box = the_box}};
    MPI_Type_create_subarray(2, sizes, counts, starts, MPI_ORDER_C, made.etype, &made.file_type);
    MPI_Type_create_subarray(2, memory_sizes, counts, memory_starts, MPI_ORDER_C, made.etype,
                             &made.memory_type);
    return made;
}

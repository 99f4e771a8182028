// SPDX-License-Identifier: BSD-3-Clause
//
// cube-AXES-WAY: a cube of words, each rank's box a subarray of the file, as in coll_perf. AXES are
// those that the ranks cut: X, YX.

#include <stdio.h>

#include "plan.h"

static int64_t edge;
static plan_box box;

static int64_t file_word(int64_t memory_word) {
    const int64_t x = memory_word % box.count[2];
    const int64_t y = memory_word / box.count[2] % box.count[1];
    const int64_t z = memory_word / box.count[2] / box.count[1];
    return ((box.start[0] + z) * edge + box.start[1] + y) * edge + box.start[2] + x;
}

static plan_box the_box(int64_t call, int number) {
    (void)call;
    (void)number;
    return box;
}

plan plan_cube(const workload_case* which, const char* options) {
    char axes[4];
    workload_require(sscanf(options, "%3[A-Z]", axes) == 1, "cube: such as X-collective");
    const workload_grid grid = workload_cut(which, axes);
    edge = workload_edge(which->words, 3);
    int sizes[3], counts[3], starts[3];
    for (int i = 0; i < 3; ++i) {
        box.count[i] = edge / grid.parts[i];
        box.start[i] = grid.mine[i] * box.count[i];
        sizes[i] = (int)edge;
        counts[i] = (int)box.count[i];
        starts[i] = (int)box.start[i];
    }
    const int64_t words = box.count[0] * box.count[1] * box.count[2];
    plan made = {.etype = MPI_UINT32_T,
                 .memory_type = MPI_UINT32_T,
                 .memory_count = (int)words,
                 .calls = 1,
                 .extent = {.memory_words = words, .file_words = edge * edge * edge},
                 .file_word = file_word,
                 .array = {.dims = 3, .lengths = {edge, edge, edge}, .boxes = 1, .box = the_box}};
    MPI_Type_create_subarray(3, sizes, counts, starts, MPI_ORDER_C, made.etype, &made.file_type);
    return made;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void workload_require(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

int64_t workload_edge(int64_t elements, int power) {
    for (int64_t edge = 8;; edge += 8) {
        int64_t all = 1;
        for (int i = 0; i < power; ++i) all *= edge;
        if (all >= elements) return edge;
    }
}

workload_grid workload_cut(const workload_case* which, const char* letters) {
    static const char axes[] = "ZYX";
    int shared[3] = {0, 0, 0};
    const size_t count = strlen(letters);
    workload_require(count >= 1 && count <= 3 && strspn(letters, axes) == count,
                     "the axes that are cut: such as X or YX");
    MPI_Dims_create(which->ranks, (int)count, shared);
    workload_grid grid = {.parts = {1, 1, 1}, .mine = {0, 0, 0}};
    for (size_t i = 0; i < count; ++i) grid.parts[strchr(axes, letters[i]) - axes] = shared[i];
    int rest = which->rank;
    for (int axis = 2; axis >= 0; --axis) {
        grid.mine[axis] = rest % grid.parts[axis];
        rest /= grid.parts[axis];
    }
    return grid;
}

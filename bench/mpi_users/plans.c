// SPDX-License-Identifier: BSD-3-Clause
#include <string.h>

#include "plan.h"

plan plan_of(const workload_case* which) {
    static const struct {
        const char* name;
        make_plan* make;
    } shapes[] = {{"ior-", plan_ior},     {"cube-", plan_cube},       {"diagonal-", plan_diagonal},
                  {"tiles-", plan_tiles}, {"strided-", plan_strided}, {"points-", plan_points},
                  {"small-", plan_small}};
    // HDF5's own program has no plan; those beside it move the same cube.
    if (strncmp(which->name, "hdf5-", 5) == 0) return plan_cube(which, "X");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        const size_t length = strlen(shapes[i].name);
        if (strncmp(which->name, shapes[i].name, length) == 0)
            return shapes[i].make(which, which->name + length);
    }
    workload_require(false, "there is no such shape");
    return (plan){0};
}

bool plan_is_collective(const workload_case* which) {
    const char* const way = strrchr(which->name, '-') + 1;
    return strcmp(way, "independent") != 0;
}

static void release(MPI_Datatype* type) {
    if (*type == MPI_DATATYPE_NULL) return;
    int integers, addresses, types, combiner;
    MPI_Type_get_envelope(*type, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(type);
}

void plan_release(plan* it) {
    release(&it->file_type);
    release(&it->memory_type);
}

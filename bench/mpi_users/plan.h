// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>

#include "workload.h"

// A workload of plain MPI-IO is data: the view, the memory, and how often a call is made. Each
// shape is a file with one function, which knows it; views.c makes the calls. The same access to a
// netCDF variable is boxes of an array, for netcdf.c.
enum { plan_max_dims = 4 };

typedef struct {
    MPI_Offset start[plan_max_dims];
    MPI_Offset count[plan_max_dims];
} plan_box;

typedef struct {
    int dims;
    MPI_Offset lengths[plan_max_dims];  // in words; the last varies fastest
    int boxes;                          // of a call, one behind the other in memory
    plan_box (*box)(int64_t call, int number);
} plan_array;

typedef struct plan plan;
struct plan {
    MPI_Datatype etype;
    MPI_Datatype file_type;   // MPI_DATATYPE_NULL: no view is set
    MPI_Offset displacement;  // bytes

    MPI_Datatype memory_type;  // of a call, which moves `memory_count` of it
    int memory_count;

    int64_t calls;
    MPI_Offset first;    // where the first call begins in the view, in etypes,
    MPI_Offset step;     // and how far it is from each to the next
    int64_t step_words;  // the same in memory
    workload_extent extent;
    int64_t (*file_word)(int64_t memory_word);

    void (*remake)(plan* it);  // makes the datatypes anew before each transfer; NULL: they stay

    plan_array array;
};

// `options` is what follows the name of the shape, such as "X" of "cube-X-collective".
typedef plan make_plan(const workload_case* which, const char* options);

make_plan plan_ior;
make_plan plan_cube;
make_plan plan_diagonal;
make_plan plan_tiles;
make_plan plan_strided;
make_plan plan_points;
make_plan plan_small;

// The plan of the case, by what its name begins with; ends all ranks if there is none.
plan plan_of(const workload_case* which);
// Whether the case's name ends otherwise than with "independent".
bool plan_is_collective(const workload_case* which);
// Gives the datatypes back.
void plan_release(plan* it);

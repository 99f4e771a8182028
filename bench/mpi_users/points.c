// SPDX-License-Identifier: BSD-3-Clause
//
// points-WHERE-WAY: single words at places without a pattern, a list of all of them. WHERE: they
// are so in memory, in the view, or in both. points-WHERE-anew-WAY: the lists become datatypes
// before each transfer, as those of HDF5's point selections do.

#include <stdlib.h>
#include <string.h>

#include "plan.h"

enum { word_bytes = 4 };

static int64_t rank, ranks, points;
static bool in_memory, in_view;

// Nobody could tell it from the numbers before.
static int64_t mixed(int64_t number) {
    return (int64_t)(((uint64_t)number * 0x9E3779B97F4A7C15U) >> 40);
}

// Of every two words of memory one is the point's.
static int64_t place_in_memory(int64_t point) {
    return in_memory ? 2 * point + mixed(point) % 2 : point;
}

// Of every `ranks` words of the file each rank has one, now this and now that.
static int64_t place_in_file(int64_t point) {
    return in_view ? point * ranks + (rank + mixed(point)) % ranks : rank * points + point;
}

static int64_t file_word(int64_t memory_word) {
    const int64_t point = in_memory ? memory_word / 2 : memory_word;
    return place_in_memory(point) == memory_word ? place_in_file(point) : workload_no_data;
}

static plan_box box_of(int64_t call, int number) {
    (void)call;
    if (!in_view) return (plan_box){.start = {rank * points}, .count = {points}};
    return (plan_box){.start = {place_in_file(number)}, .count = {1}};
}

static MPI_Datatype type_of(int64_t (*place)(int64_t point)) {
    MPI_Aint* const places = malloc((size_t)points * sizeof *places);
    MPI_Datatype made;
    workload_require(places != NULL, "not enough memory");
    for (int64_t i = 0; i < points; ++i) places[i] = place(i) * word_bytes;
    MPI_Type_create_hindexed_block((int)points, 1, places, MPI_UINT32_T, &made);
    free(places);
    return made;
}

static void make_types(plan* it) {
    plan_release(it);
    it->file_type = in_view ? type_of(place_in_file) : MPI_UINT32_T;
    it->memory_type = in_memory ? type_of(place_in_memory) : MPI_UINT32_T;
    if (in_view) MPI_Type_commit(&it->file_type);
    if (in_memory) MPI_Type_commit(&it->memory_type);
}

plan plan_points(const workload_case* which, const char* options) {
    rank = which->rank;
    ranks = which->ranks;
    points = which->words / ranks;
    in_memory = strncmp(options, "view", 4) != 0;
    in_view = strncmp(options, "memory", 6) != 0;
    plan made = {
        .etype = MPI_UINT32_T,
        .file_type = MPI_UINT32_T,
        .memory_type = MPI_UINT32_T,
        .displacement = in_view ? 0 : rank * points * word_bytes,
        .memory_count = in_memory ? 1 : (int)points,
        .calls = 1,
        .extent = {.memory_words = in_memory ? 2 * points : points, .file_words = points * ranks},
        .file_word = file_word,
        .array = {.dims = 1,
                  .lengths = {points * ranks},
                  .boxes = in_view ? (int)points : 1,
                  .box = box_of}};
    make_types(&made);
    if (strstr(options, "anew") != NULL) made.remake = make_types;
    return made;
}

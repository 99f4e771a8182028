/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs share: a cube, how the ranks cut it, and the value of each element. A program
 * ends all ranks with a sentence when anything is wrong. */
#pragma once

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { layers = 11, rows = 20, columns = 28 };

static inline int rank_of_world(void) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static inline int size_of_world(void) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static inline void require(int good, const char* what, const char* where) {
    if (good) return;
    fprintf(stderr, "rank %d: %s: %s\n", rank_of_world(), where, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The part of a rank: its layers, rows and columns; a stride for the columns. */
struct part {
    size_t start[3];
    size_t count[3];
    size_t column_stride;
};

enum cut { by_columns, by_layers, columns_in_turn };

static inline size_t begin_of(int rank, size_t length) {
    return length * (size_t)rank / (size_t)size_of_world();
}

static inline struct part part_of(enum cut cut, int rank) {
    struct part part = {{0, 0, 0}, {layers, rows, columns}, 1};
    const size_t size = (size_t)size_of_world();
    if (cut == columns_in_turn) {
        part.start[2] = (size_t)rank;
        part.count[2] = (columns - (size_t)rank + size - 1) / size;
        part.column_stride = size;
    } else {
        const int dimension = cut == by_columns ? 2 : 0;
        const size_t length = part.count[dimension];
        part.start[dimension] = begin_of(rank, length);
        part.count[dimension] = begin_of(rank + 1, length) - part.start[dimension];
    }
    return part;
}

static inline size_t elements_of(const struct part* part) {
    return part->count[0] * part->count[1] * part->count[2];
}

static inline int value_of(int variable, size_t layer, size_t row, size_t column) {
    return variable * 1000000 + (int)((layer * rows + row) * columns + column);
}

/* Of the element of the part that is at this place in memory. */
static inline int value_in(int variable, const struct part* part, size_t element) {
    const size_t column = part->start[2] + element % part->count[2] * part->column_stride;
    const size_t row = part->start[1] + element / part->count[2] % part->count[1];
    const size_t layer = part->start[0] + element / part->count[2] / part->count[1];
    return value_of(variable, layer, row, column);
}

/* Memory for the part, which the caller frees. */
static inline int* room_for(const struct part* part) {
    int* const values = malloc((elements_of(part) + 1) * sizeof *values);
    require(values != NULL, "no memory", "room_for");
    return values;
}

static inline int* values_of(int variable, const struct part* part) {
    int* const values = room_for(part);
    for (size_t i = 0; i < elements_of(part); ++i) values[i] = value_in(variable, part, i);
    return values;
}

static inline void clear(int* values, const struct part* part) {
    memset(values, 0xff, elements_of(part) * sizeof *values);
}

static inline void require_values(const int* values, int variable, const struct part* part,
                                  const char* where) {
    for (size_t i = 0; i < elements_of(part); ++i) {
        if (values[i] == value_in(variable, part, i)) continue;
        fprintf(stderr, "rank %d: %s: element %zu is %d, not %d\n", rank_of_world(), where, i,
                values[i], value_in(variable, part, i));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

// SPDX-License-Identifier: BSD-3-Clause
//
// strided-WAY: doubles that the ranks deal out like cards: a vector of single ones, each rank's
// view beginning one further. One call.

#include "plan.h"

enum { words_of_double = 2 };

static int64_t rank, ranks, elements;

static int64_t file_word(int64_t memory_word) {
    const int64_t element = memory_word / words_of_double * ranks + rank;
    return element * words_of_double + memory_word % words_of_double;
}

static plan_box box_of(int64_t call, int number) {
    (void)call;
    (void)number;
    return (plan_box){.start = {0, rank * words_of_double}, .count = {elements, words_of_double}};
}

plan plan_strided(const workload_case* which, const char* options) {
    (void)options;
    rank = which->rank;
    ranks = which->ranks;
    elements = which->words / words_of_double / ranks;
    plan made = {
        .etype = MPI_DOUBLE,
        .displacement = rank * (MPI_Offset)sizeof(double),
        .memory_type = MPI_DOUBLE,
        .memory_count = (int)elements,
        .calls = 1,
        .extent = {.memory_words = elements * words_of_double,
                   .file_words = elements * ranks * words_of_double},
        .file_word = file_word,
        .array = {
            .dims = 2, .lengths = {elements, ranks * words_of_double}, .boxes = 1, .box = box_of}};
    MPI_Type_vector((int)elements, 1, (int)ranks, made.etype, &made.file_type);
    return made;
}

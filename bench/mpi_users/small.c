// SPDX-License-Identifier: BSD-3-Clause
//
// small-BYTES-WAY: many calls of a few bytes that lie side by side, at explicit offsets; the ranks
// alternate.

#include <stdlib.h>

#include "plan.h"

enum { word_bytes = 4, most_calls = 4096, words_a_call = 4096 };

static int64_t rank, ranks, words, calls;

static int64_t file_word(int64_t memory_word) {
    return (memory_word / words * ranks + rank) * words + memory_word % words;
}

static plan_box box_of(int64_t call, int number) {
    (void)number;
    return (plan_box){.start = {call, rank, 0}, .count = {1, 1, words}};
}

plan plan_small(const workload_case* which, const char* options) {
    rank = which->rank;
    ranks = which->ranks;
    words = strtol(options, NULL, 10) / word_bytes;
    // What counts is the call, so however short it is, there are as many for the data wanted.
    calls = which->words / words_a_call < most_calls ? which->words / words_a_call + 1 : most_calls;
    workload_require(words > 0, "there is no such size");
    return (plan){
        .etype = MPI_BYTE,
        .file_type = MPI_DATATYPE_NULL,
        .memory_type = MPI_UINT32_T,
        .memory_count = (int)words,
        .calls = calls,
        .first = rank * words * word_bytes,
        .step = ranks * words * word_bytes,
        .step_words = words,
        .extent = {.memory_words = calls * words, .file_words = calls * words * ranks},
        .file_word = file_word,
        .array = {.dims = 3, .lengths = {calls, ranks, words}, .boxes = 1, .box = box_of}};
}

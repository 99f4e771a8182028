// SPDX-License-Identifier: BSD-3-Clause
//
// ior-ORDER-KIB-WAY: each rank moves its share by transfers of KIB KiB at explicit offsets, without
// a view. ORDER: contiguous, a rank's transfers side by side; interleaved, the ranks' taking turns.

#include <stdio.h>
#include <string.h>

#include "plan.h"

enum { words_in_kib = 256, word_bytes = 4 };

static int64_t transfer_words, first_word, file_step_words;

static int64_t file_word(int64_t memory_word) {
    return first_word + memory_word / transfer_words * file_step_words +
           memory_word % transfer_words;
}

static plan_box box_of(int64_t call, int number) {
    (void)number;
    return (plan_box){.start = {first_word + call * file_step_words}, .count = {transfer_words}};
}

plan plan_ior(const workload_case* which, const char* options) {
    char order[16];
    int kib = 0;
    workload_require(sscanf(options, "%15[a-z]-%d", order, &kib) == 2 && kib > 0,
                     "ior: such as contiguous-64-collective");
    const int interleaved = strcmp(order, "interleaved") == 0;
    transfer_words = (int64_t)kib * words_in_kib;
    const int64_t round = transfer_words * which->ranks;
    const int64_t calls = (which->words + round - 1) / round;
    first_word = which->rank * transfer_words * (interleaved ? 1 : calls);
    file_step_words = transfer_words * (interleaved ? which->ranks : 1);
    return (plan){.etype = MPI_BYTE,
                  .file_type = MPI_DATATYPE_NULL,
                  .memory_type = MPI_BYTE,
                  .memory_count = (int)(transfer_words * word_bytes),
                  .calls = calls,
                  .first = first_word * word_bytes,
                  .step = file_step_words * word_bytes,
                  .step_words = transfer_words,
                  .extent = {.memory_words = calls * transfer_words, .file_words = calls * round},
                  .file_word = file_word,
                  .array = {.dims = 1, .lengths = {calls * round}, .boxes = 1, .box = box_of}};
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <stddef.h>

#include "every_mode.h"

static double storage[64];
static void* buffers[1];

int id, ids[4];
const char* word;
MPI_Offset start[4], count[4], stride[4], ones[4] = {1, 1, 1, 1};
MPI_Offset* const starts[1] = {start};
MPI_Offset* const counts[1] = {count};
MPI_Offset* const strides[1] = {stride};
MPI_Offset* const lists[1] = {ones};
void* memory;
void* const many = buffers;
MPI_Datatype datatypes[1];

void set_arguments(unsigned faults) {
    id = (faults & wrong_id) != 0 ? 99 : 1;
    word = (faults & wrong_name) != 0 ? "" : "name";
    memory = (faults & wrong_buffer) != 0 ? NULL : storage;
    buffers[0] = memory;
    datatypes[0] = MPI_DOUBLE;
    for (int i = 0; i < 4; ++i) {
        ids[i] = id;
        start[i] = (faults & wrong_start) != 0 ? -1 : 1;
        count[i] = (faults & wrong_count) != 0 ? -1 : 1;
        stride[i] = (faults & wrong_stride) != 0 ? 0 : 1;
    }
}

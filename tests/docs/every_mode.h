/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of tests/generated/call_in_every_mode.c: calls of all functions that need an open file.
 */
#ifndef WEFT_TESTS_DOCS_EVERY_MODE_H
#define WEFT_TESTS_DOCS_EVERY_MODE_H

#include <pnetcdf.h>
#include <weft.h>

enum { define_mode = 1, collective_mode = 2, independent_mode = 4 };

/* What can be wrong with arguments. */
enum {
    wrong_id = 1,
    wrong_name = 2,
    wrong_start = 4,
    wrong_count = 8,
    wrong_stride = 16,
    wrong_buffer = 32,
    all_wrong = 63
};

struct Call {
    const char* name;
    int (*run)(int ncid);
    unsigned modes;    /* in which the call is legal */
    unsigned faults;   /* that its arguments can have */
    const int* errors; /* that it may return, in the order of the reference; then NC_NOERR */
};

extern const struct Call calls[];
extern const int call_count;

/* Arguments. */
extern int id, ids[4];
extern const char* word;
extern MPI_Offset start[4], count[4], stride[4], ones[4];
extern MPI_Offset* const starts[1];
extern MPI_Offset* const counts[1];
extern MPI_Offset* const strides[1];
extern MPI_Offset* const lists[1];
extern void* memory;
extern void* const many;
extern MPI_Datatype datatypes[1];

/* Makes all arguments valid but for the faults. */
void set_arguments(unsigned faults);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <weft.h>

static int failures = 0;

int failure_count(void) {
    return failures;
}

void check_calls(int ncid, const char* where) {
    const char* const sentence = weft_last_error(ncid);
    if (sentence[0] == '\0') return;
    fprintf(stderr, "%s: %s\n", where, sentence);
    ++failures;
}

void check_code(int code, const char* where) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "%s: %s\n", where, ncmpi_strerror(code));
    ++failures;
}

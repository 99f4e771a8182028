/* SPDX-License-Identifier: BSD-3-Clause */
/* What the reference says about each function: in which modes it is legal, which errors it returns,
 * and in which order it looks for them. Every function is called in every mode, for a file that is
 * open for writing and for one that is open for reading, with every argument wrong, and with every
 * two of them. */
#include "every_mode.h"

#include <stdio.h>

struct Situation {
    const char* name;
    unsigned mode;
    int flags;
};

static const struct Situation situations[] = {
    {"define mode", define_mode, NC_WRITE},
    {"collective mode", collective_mode, NC_WRITE},
    {"independent mode", independent_mode, NC_WRITE},
    {"collective mode, for reading", collective_mode, NC_NOWRITE},
    {"independent mode, for reading", independent_mode, NC_NOWRITE},
};
enum { situation_count = sizeof situations / sizeof situations[0] };

static const char* const path = "every_mode.nc";
static int failures = 0;

static void must(int code) {
    if (code == NC_NOERR) return;
    printf("the file of the test: %s\n", ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A file with two records of two variables, which have an attribute each, in define mode. */
static int make_file(void) {
    int ncid, dims[2], first, second;
    const double value[2] = {1, 2};
    must(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid));
    must(ncmpi_def_dim(ncid, "records", NC_UNLIMITED, &dims[0]));
    must(ncmpi_def_dim(ncid, "columns", 4, &dims[1]));
    must(ncmpi_def_var(ncid, "first variable", NC_DOUBLE, 2, dims, &first));
    must(ncmpi_def_var(ncid, "second variable", NC_DOUBLE, 2, dims, &second));
    must(ncmpi_put_att_double(ncid, first, "name", NC_DOUBLE, 2, value));
    must(ncmpi_put_att_double(ncid, second, "name", NC_DOUBLE, 2, value));
    return ncid;
}

static int open_file(const struct Situation* situation) {
    const MPI_Offset first[2] = {0, 0}, all[2] = {2, 4};
    const double values[8] = {0};
    int ncid = make_file();
    if (situation->mode == define_mode) return ncid;
    must(ncmpi_enddef(ncid));
    must(ncmpi_put_vara_double_all(ncid, 0, first, all, values));
    must(ncmpi_close(ncid));
    must(ncmpi_open(MPI_COMM_WORLD, path, situation->flags, MPI_INFO_NULL, &ncid));
    if (situation->mode == independent_mode) must(ncmpi_begin_indep_data(ncid));
    return ncid;
}

/* The first or the last place of a code in the list of the reference, from 1 on; 0 when it is not
 * there. */
static int place_of(const struct Call* call, int code, int last) {
    int place = 0;
    for (int i = 0; call->errors[i] != NC_NOERR; ++i)
        if (call->errors[i] == code && (place == 0 || last)) place = i + 1;
    return place;
}

static void fail(const struct Call* call, const struct Situation* situation, unsigned faults,
                 int code, const char* why) {
    printf("%s, %s, faults %u: %s: %s\n", call->name, situation->name, faults, ncmpi_strerrno(code),
           why);
    ++failures;
}

static int is_about_the_mode(int code) {
    return code == NC_EINDEFINE || code == NC_ENOTINDEFINE || code == NC_EINDEP ||
           code == NC_ENOTINDEP;
}

static void check_mode(const struct Call* call, const struct Situation* situation, int code) {
    const int legal = (call->modes & situation->mode) != 0;
    const int needs_writing =
        situation->flags == NC_NOWRITE && place_of(call, NC_EPERM, 0) != 0 && code != NC_NOERR;
    if (legal && is_about_the_mode(code)) fail(call, situation, 0, code, "the call is legal");
    if (!legal && !needs_writing && !is_about_the_mode(code))
        fail(call, situation, 0, code, "the call is not legal");
    if (situation->flags == NC_NOWRITE && code == NC_NOERR && place_of(call, NC_EPERM, 0) != 0)
        fail(call, situation, 0, code, "the file is open for reading");
}

/* With two reasons to fail, the one that the reference lists first is told. */
static void check_order(const struct Call* call, const struct Situation* situation, unsigned faults,
                        int one, int other, int both) {
    if (one == NC_NOERR || other == NC_NOERR) return;
    if (both != one && both != other)
        fail(call, situation, faults, both, "neither of the two faults");
    const int missed = both == one ? other : one;
    if (both != missed && place_of(call, both, 0) > place_of(call, missed, 1))
        fail(call, situation, faults, both, "the other fault is listed first");
}

/* Calls with some faults, on a file that is made anew after a call that may have changed it. */
static int call_with(const struct Call* call, const struct Situation* situation, unsigned faults,
                     int* ncid) {
    if (*ncid < 0) *ncid = open_file(situation);
    set_arguments(faults);
    const int code = call->run(*ncid);
    if (code != NC_NOERR && place_of(call, code, 0) == 0)
        fail(call, situation, faults, code, "not an error of the list");
    if (code == NC_NOERR || code == NC_ERANGE) {
        ncmpi_close(*ncid); /* the call may have closed it */
        *ncid = -1;
    }
    return code;
}

static void check_call(const struct Call* call, const struct Situation* situation) {
    int ncid = -1;
    const int plain = call_with(call, situation, 0, &ncid);
    check_mode(call, situation, plain);
    for (unsigned one = 1; one < all_wrong; one <<= 1) {
        if ((call->faults & one) == 0) continue;
        const int first = call_with(call, situation, one, &ncid);
        if (plain != NC_NOERR && first != plain)
            check_order(call, situation, one, plain, first, first);
        for (unsigned two = 1; two < one; two <<= 1) {
            if ((call->faults & two) == 0) continue;
            const int second = call_with(call, situation, two, &ncid);
            check_order(call, situation, one | two, first, second,
                        call_with(call, situation, one | two, &ncid));
        }
    }
    if (ncid >= 0) ncmpi_close(ncid);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < call_count; ++i)
        for (int k = 0; k < situation_count; ++k) check_call(&calls[i], &situations[k]);
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all == 0 ? 0 : 1;
}

// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM DIRECTORY VARIABLES TIMES: all ranks make a file of so many small variables, each with a
// dimension and attributes of its own, put values into all of them, open the file again, ask for
// everything and get the values; once and then TIMES times. Prints a line of JSON with seconds for
// each step but those of the first file, whose memory and communicators are new. What is told and
// read must be what was defined and written; the file stays for a comparison.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measurement.h"
#include "users.h"

enum { row = 64, attributes = 4, text_bytes = 40 };  // row: elements of each rank in a variable

typedef struct {
    char name[text_bytes];
    char dimension[text_bytes];
    char title[text_bytes];
    double range[2];
} wanted;

typedef struct {
    const char* path;
    int variables;
    int rank;
    int ranks;
    bool counts;  // not the first file
    wanted* wanted;
    float* values;
    int* requests;
    int* statuses;
} session;

static const char units[] = "kg m-2 s-1";
static const float fill = -999.0F;

static void prepare(session* it) {
    it->wanted = users_memory(it->variables * (int64_t)sizeof *it->wanted);
    it->values = users_memory(it->variables * (int64_t)(row * sizeof *it->values));
    it->requests = users_memory(it->variables * (int64_t)sizeof *it->requests);
    it->statuses = users_memory(it->variables * (int64_t)sizeof *it->statuses);
    for (int v = 0; v < it->variables; ++v) {
        wanted* const one = &it->wanted[v];
        snprintf(one->name, text_bytes, "flux_of_tracer_%06d", v);
        snprintf(one->dimension, text_bytes, "cells_of_tracer_%06d", v);
        snprintf(one->title, text_bytes, "surface flux of tracer %d", v);
        one->range[0] = -v;
        one->range[1] = v + 0.5;
    }
}

static float value_of(const session* it, int variable, int i) {
    return (float)users_mixed(variable, it->rank * row + i);
}

static void tell(const session* it, const char* step, double start) {
    const double seconds = bench_span(MPI_COMM_WORLD, start);
    if (it->rank == 0 && it->counts)
        printf("{\"step\": \"%s\", \"seconds\": %.9f}\n", step, seconds);
}

static void define_variable(const session* it, int ncid, int v) {
    const wanted* const one = &it->wanted[v];
    const int dim = users_define_dim(ncid, one->dimension, (MPI_Offset)row * it->ranks);
    const int var = users_define_variable(ncid, one->name, NC_FLOAT, 1, &dim);
    users_check(ncmpi_put_att_text(ncid, var, "units", sizeof units - 1, units), "put_att");
    users_check(
        ncmpi_put_att_text(ncid, var, "long_name", (MPI_Offset)strlen(one->title), one->title),
        "put_att");
    users_check(ncmpi_put_att_double(ncid, var, "valid_range", NC_DOUBLE, 2, one->range),
                "put_att");
    users_check(ncmpi_put_att_float(ncid, var, "_FillValue", NC_FLOAT, 1, &fill), "put_att");
}

static void transfer(const session* it, int ncid, bool put) {
    const MPI_Offset begin = (MPI_Offset)row * it->rank;
    const MPI_Offset count = row;
    double start = bench_start(MPI_COMM_WORLD);
    for (int v = 0; v < it->variables; ++v) {
        float* const values = it->values + (int64_t)v * row;
        if (put)
            users_check(ncmpi_iput_vara_float(ncid, v, &begin, &count, values, &it->requests[v]),
                        "iput");
        else
            users_check(ncmpi_iget_vara_float(ncid, v, &begin, &count, values, &it->requests[v]),
                        "iget");
    }
    tell(it, put ? "iput" : "iget", start);
    start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_wait_all(ncid, it->variables, it->requests, it->statuses), "wait_all");
    tell(it, put ? "wait, puts" : "wait, gets", start);
    for (int v = 0; v < it->variables; ++v) users_check(it->statuses[v], "a request");
}

static void make_file(const session* it) {
    for (int v = 0; v < it->variables; ++v)
        for (int i = 0; i < row; ++i) it->values[(int64_t)v * row + i] = value_of(it, v, i);
    const int ncid = users_create(it->path, MPI_INFO_NULL);
    double start = bench_start(MPI_COMM_WORLD);
    for (int v = 0; v < it->variables; ++v) define_variable(it, ncid, v);
    tell(it, "define", start);
    start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_enddef(ncid), "enddef");
    tell(it, "enddef", start);
    transfer(it, ncid, true);
    start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_close(ncid), "close");
    tell(it, "close", start);
}

static void ask_about_attribute(int ncid, int v, const char* name, nc_type type, MPI_Offset count) {
    nc_type found_type;
    MPI_Offset found_count;
    users_check(ncmpi_inq_att(ncid, v, name, &found_type, &found_count), "inq_att");
    users_require(found_type == type && found_count == count, "another attribute was defined");
}

static void ask_about_attributes(int ncid, int v, const wanted* one) {
    char text[text_bytes] = {0};
    double range[2];
    float number;
    ask_about_attribute(ncid, v, "units", NC_CHAR, sizeof units - 1);
    users_check(ncmpi_get_att_text(ncid, v, "units", text), "get_att");
    users_require(memcmp(text, units, sizeof units - 1) == 0, "wrong units");
    ask_about_attribute(ncid, v, "long_name", NC_CHAR, (MPI_Offset)strlen(one->title));
    users_check(ncmpi_get_att_text(ncid, v, "long_name", text), "get_att");
    users_require(memcmp(text, one->title, strlen(one->title)) == 0, "a wrong long_name");
    ask_about_attribute(ncid, v, "valid_range", NC_DOUBLE, 2);
    users_check(ncmpi_get_att_double(ncid, v, "valid_range", range), "get_att");
    users_require(memcmp(range, one->range, sizeof range) == 0, "a wrong valid_range");
    ask_about_attribute(ncid, v, "_FillValue", NC_FLOAT, 1);
    users_check(ncmpi_get_att_float(ncid, v, "_FillValue", &number), "get_att");
    users_require(number == fill, "a wrong _FillValue");
}

static void ask_about_variable(const session* it, int ncid, int v) {
    const wanted* const one = &it->wanted[v];
    char name[NC_MAX_NAME + 1];
    int var, dims, dim, attribute_count;
    nc_type type;
    MPI_Offset length;
    users_check(ncmpi_inq_varid(ncid, one->name, &var), "inq_varid");
    users_require(var == v, "another variable has this name");
    users_check(ncmpi_inq_var(ncid, v, name, &type, &dims, &dim, &attribute_count), "inq_var");
    users_require(strcmp(name, one->name) == 0 && type == NC_FLOAT && dims == 1 && dim == v &&
                      attribute_count == attributes,
                  "another variable was defined");
    users_check(ncmpi_inq_dim(ncid, dim, name, &length), "inq_dim");
    users_require(strcmp(name, one->dimension) == 0 && length == (MPI_Offset)row * it->ranks,
                  "another dimension was defined");
    ask_about_attributes(ncid, v, one);
}

static void read_file(const session* it) {
    int ncid;
    double start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_open(MPI_COMM_WORLD, it->path, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    tell(it, "open", start);
    start = bench_start(MPI_COMM_WORLD);
    for (int v = 0; v < it->variables; ++v) ask_about_variable(it, ncid, v);
    tell(it, "inquire", start);
    memset(it->values, 0, (size_t)it->variables * row * sizeof *it->values);
    transfer(it, ncid, false);
    users_check(ncmpi_close(ncid), "close");
    for (int v = 0; v < it->variables; ++v)
        for (int i = 0; i < row; ++i)
            users_require(it->values[(int64_t)v * row + i] == value_of(it, v, i), "a wrong value");
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    users_require(argc == 4, "usage: metadata DIRECTORY VARIABLES TIMES");
    char path[4096], field[4096];
    snprintf(path, sizeof path, "%s/metadata.nc", argv[1]);
    snprintf(field, sizeof field, "%s/field", argv[1]);
    session it = {.path = path, .variables = atoi(argv[2])};
    const int times = atoi(argv[3]);
    MPI_Comm_rank(MPI_COMM_WORLD, &it.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &it.ranks);
    if (it.rank == 0) printf("{\"version\": \"%s\"}\n", ncmpi_inq_libvers());
    prepare(&it);
    for (int i = 0; i <= times; ++i) {
        it.counts = i > 0;
        if (it.rank == 0) remove(path);
        bench_level_the_field(MPI_COMM_WORLD, field, it.variables * (int64_t)(row * sizeof(float)));
        make_file(&it);
        read_file(&it);
    }
    free(it.wanted);
    free(it.values);
    free(it.requests);
    free(it.statuses);
    MPI_Finalize();
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM DIRECTORY MIB GROWTH: all ranks make a file with so many MiB of data, half in fixed
// variables and half in records, and open it again; an attribute makes its header longer by so many
// bytes, a multiple of 512, and all data move. Prints two lines of JSON with seconds: of enddef
// ("enddef"), and of enddef with the ncmpi_sync that makes its work durable ("durable"), and where
// the data begin now. The file stays for a comparison.
#include <stdio.h>
#include <stdlib.h>

#include "measurement.h"
#include "users.h"

// The attribute fills the header up to the alignment.
enum { fixed_count = 2, records = 16, attribute_bytes = 184 };

typedef struct {
    const char* path;
    int64_t mib;
    int growth;
    int rank;
    int ranks;
} file_facts;

static int64_t elements_of(const file_facts* file) {
    return file->mib * (1 << 20) / (int64_t)sizeof(int32_t);
}

static int64_t row_of(const file_facts* file, int variable) {
    return variable < fixed_count ? elements_of(file) / (2 * fixed_count)
                                  : elements_of(file) / (2 * records);
}

static void define(const file_facts* file, int ncid) {
    const int time = users_define_dim(ncid, "time", NC_UNLIMITED);
    const int fixed = users_define_dim(ncid, "fixed", row_of(file, 0));
    const int row[2] = {time, users_define_dim(ncid, "row", row_of(file, fixed_count))};
    users_define_variable(ncid, "a", NC_INT, 1, &fixed);
    users_define_variable(ncid, "b", NC_INT, 1, &fixed);
    users_define_variable(ncid, "c", NC_INT, 2, row);
    users_check(ncmpi_enddef(ncid), "enddef");
}

// Each rank its part of one row: all of a fixed variable, or a record.
static void put_row(const file_facts* file, int ncid, int variable, int record, int32_t* values) {
    const bool has_record = variable == fixed_count;
    const int64_t row = row_of(file, variable);
    const int64_t begin = row * file->rank / file->ranks;
    const int64_t count = row * (file->rank + 1) / file->ranks - begin;
    for (int64_t i = 0; i < count; ++i) values[i] = users_mixed(variable, record * row + begin + i);
    const MPI_Offset starts[2] = {has_record ? record : begin, begin};
    const MPI_Offset counts[2] = {has_record ? 1 : count, count};
    users_check(ncmpi_put_vara_int_all(ncid, variable, starts, counts, values), "put");
}

static void make_file(const file_facts* file) {
    const int ncid = users_create(file->path, MPI_INFO_NULL);
    define(file, ncid);
    int32_t* const values =
        users_memory((row_of(file, 0) / file->ranks + 1) * (int64_t)sizeof *values);
    for (int variable = 0; variable < fixed_count; ++variable)
        put_row(file, ncid, variable, 0, values);
    for (int record = 0; record < records; ++record)
        put_row(file, ncid, fixed_count, record, values);
    free(values);
    users_check(ncmpi_sync(ncid), "sync");
    users_check(ncmpi_close(ncid), "close");
}

static void redefine(const file_facts* file) {
    const int bytes = attribute_bytes + file->growth;
    char* const text = users_memory(bytes);
    for (int i = 0; i < bytes; ++i) text[i] = (char)('a' + i % 26);
    int ncid;
    users_check(ncmpi_open(MPI_COMM_WORLD, file->path, NC_WRITE, MPI_INFO_NULL, &ncid), "open");
    users_check(ncmpi_redef(ncid), "redef");
    users_check(ncmpi_put_att_text(ncid, NC_GLOBAL, "history", bytes, text), "put_att");
    free(text);
    const double start = bench_start(MPI_COMM_WORLD);
    users_check(ncmpi_enddef(ncid), "enddef");
    const double moved = bench_span(MPI_COMM_WORLD, start);
    users_check(ncmpi_sync(ncid), "sync");
    const double durable = bench_span(MPI_COMM_WORLD, start);
    MPI_Offset begin;
    users_check(ncmpi_inq_header_extent(ncid, &begin), "inq_header_extent");
    users_check(ncmpi_close(ncid), "close");
    if (file->rank != 0) return;
    const char* const line = "{\"op\": \"%s\", \"seconds\": %.9f, \"data_begin\": %lld}\n";
    printf(line, "enddef", moved, (long long)begin);
    printf(line, "durable", durable, (long long)begin);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    users_require(argc == 4, "usage: redefine DIRECTORY MIB GROWTH");
    char path[4096];
    snprintf(path, sizeof path, "%s/redefined.nc", argv[1]);
    file_facts file = {.path = path, .mib = atoi(argv[2]), .growth = atoi(argv[3])};
    MPI_Comm_rank(MPI_COMM_WORLD, &file.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &file.ranks);
    if (file.rank == 0) printf("{\"version\": \"%s\"}\n", ncmpi_inq_libvers());
    // Twice the data: a library may keep a copy of them while it moves them.
    snprintf(path, sizeof path, "%s/field", argv[1]);
    bench_level_the_field(MPI_COMM_WORLD, path, 2 * file.mib * (1 << 20) / file.ranks);
    snprintf(path, sizeof path, "%s/redefined.nc", argv[1]);
    make_file(&file);
    redefine(&file);
    MPI_Finalize();
    return 0;
}

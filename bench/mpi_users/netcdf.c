// SPDX-License-Identifier: BSD-3-Clause
//
// The same words as a netCDF variable, with Weft's own interface. They are big-endian in the file,
// so each is swapped on its way.

#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan.h"

static plan it;
static bool is_collective;
static MPI_Offset data_words_of_call;
static MPI_Offset** starts;
static MPI_Offset** counts;
static plan_box* boxes;
static int dataset, variable;

static void check(int status) {
    workload_require(status == NC_NOERR, ncmpi_strerror(status));
}

static void* room(size_t bytes) {
    void* const made = malloc(bytes);
    workload_require(made != NULL, "not enough memory");
    return made;
}

static void point_to_boxes(void) {
    const size_t number = (size_t)it.array.boxes;
    boxes = room(number * sizeof *boxes);
    starts = room(number * sizeof *starts);
    counts = room(number * sizeof *counts);
    data_words_of_call = 0;
    for (int i = 0; i < it.array.boxes; ++i) {
        boxes[i] = it.array.box(0, i);
        starts[i] = boxes[i].start;
        counts[i] = boxes[i].count;
        MPI_Offset words = 1;
        for (int dim = 0; dim < it.array.dims; ++dim) words *= boxes[i].count[dim];
        data_words_of_call += words;
    }
}

workload_extent workload_prepare(const workload_case* which) {
    it = plan_of(which);
    is_collective = plan_is_collective(which);
    MPI_Type_commit(&it.memory_type);
    point_to_boxes();
    return it.extent;
}

int64_t workload_file_word(int64_t memory_word) {
    return it.file_word(memory_word);
}

void workload_create(const char* path) {
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &dataset));
    int dims[plan_max_dims];
    for (int i = 0; i < it.array.dims; ++i) {
        const char name[] = {(char)('a' + i), '\0'};
        check(ncmpi_def_dim(dataset, name, it.array.lengths[i], &dims[i]));
    }
    check(ncmpi_def_var(dataset, "words", NC_UINT, it.array.dims, dims, &variable));
    check(ncmpi_enddef(dataset));
    if (!is_collective) check(ncmpi_begin_indep_data(dataset));
}

void workload_open(const char* path) {
    check(ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &dataset));
    check(ncmpi_inq_varid(dataset, "words", &variable));
    if (!is_collective) check(ncmpi_begin_indep_data(dataset));
}

static void place_boxes(int64_t call) {
    for (int i = 0; i < it.array.boxes; ++i) boxes[i] = it.array.box(call, i);
}

// Words side by side are told as such; plans may have other types of as many bytes.
static bool has_gaps(void) {
    return it.extent.memory_words != data_words_of_call * it.calls;
}

static MPI_Datatype type_in_memory(void) {
    return has_gaps() ? it.memory_type : MPI_UINT32_T;
}

static MPI_Offset count_in_memory(void) {
    return has_gaps() ? it.memory_count : data_words_of_call;
}

void workload_write(const uint32_t* memory) {
    for (int64_t call = 0; call < it.calls; ++call, memory += it.step_words) {
        place_boxes(call);
        check((is_collective ? ncmpi_put_varn_all : ncmpi_put_varn)(
            dataset, variable, it.array.boxes, starts, counts, memory, count_in_memory(),
            type_in_memory()));
    }
}

void workload_read(uint32_t* memory) {
    for (int64_t call = 0; call < it.calls; ++call, memory += it.step_words) {
        place_boxes(call);
        check((is_collective ? ncmpi_get_varn_all : ncmpi_get_varn)(
            dataset, variable, it.array.boxes, starts, counts, memory, count_in_memory(),
            type_in_memory()));
    }
}

void workload_close(void) {
    check(ncmpi_close(dataset));
}

int64_t workload_data_offset(void) {
    return workload_scattered;  // in their order, but swapped
}

void workload_release(void) {
    plan_release(&it);
    free(boxes);
    free(starts);
    free(counts);
}

void workload_version(const char* directory, char* text, size_t length) {
    (void)directory;
    snprintf(text, length, "%s", ncmpi_inq_libvers());
}

// SPDX-License-Identifier: BSD-3-Clause
//
// hdf5-LAYOUT: a cube of words that the ranks cut along x, one dataset, collective transfers
// through parallel HDF5. LAYOUT: contiguous, or chunked in cubes of a quarter of the edge.

#include <hdf5.h>
#include <stdbool.h>
#include <string.h>

#include "workload.h"

static hsize_t edge, start[3], count[3];
static bool is_chunked;
static hid_t file, dataset, in_file, in_memory, transfer;
static int64_t data_offset;

static hid_t good(hid_t id, const char* what) {
    workload_require(id >= 0, what);
    return id;
}

workload_extent workload_prepare(const workload_case* which) {
    is_chunked = strcmp(which->name, "hdf5-chunked") == 0;
    workload_require(is_chunked || strcmp(which->name, "hdf5-contiguous") == 0,
                     "hdf5: contiguous or chunked");
    const workload_grid grid = workload_cut(which, "X");
    edge = (hsize_t)workload_edge(which->words, 3);
    for (int i = 0; i < 3; ++i) {
        count[i] = edge / (hsize_t)grid.parts[i];
        start[i] = (hsize_t)grid.mine[i] * count[i];
    }
    const hsize_t whole[3] = {edge, edge, edge};
    in_file = good(H5Screate_simple(3, whole, NULL), "H5Screate_simple");
    in_memory = good(H5Screate_simple(3, count, NULL), "H5Screate_simple");
    good(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, NULL, count, NULL),
         "H5Sselect_hyperslab");
    transfer = good(H5Pcreate(H5P_DATASET_XFER), "H5Pcreate");
    good(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE), "H5Pset_dxpl_mpio");
    return (workload_extent){.memory_words = (int64_t)(count[0] * count[1] * count[2]),
                             .file_words = (int64_t)(edge * edge * edge)};
}

int64_t workload_file_word(int64_t memory_word) {
    const hsize_t word = (hsize_t)memory_word;
    const hsize_t x = word % count[2];
    const hsize_t y = word / count[2] % count[1];
    const hsize_t z = word / count[2] / count[1];
    return (int64_t)(((start[0] + z) * edge + start[1] + y) * edge + start[2] + x);
}

static hid_t parallel_access(void) {
    const hid_t access = good(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate");
    good(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL), "H5Pset_fapl_mpio");
    return access;
}

// Files that are made at another time are to be equal.
static hid_t dataset_properties(void) {
    const hid_t properties = good(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate");
    good(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER), "H5Pset_fill_time");
    good(H5Pset_obj_track_times(properties, false), "H5Pset_obj_track_times");
    if (is_chunked) {
        const hsize_t chunk[3] = {edge / 4, edge / 4, edge / 4};
        good(H5Pset_chunk(properties, 3, chunk), "H5Pset_chunk");
    }
    return properties;
}

void workload_create(const char* path) {
    const hid_t access = parallel_access();
    file = good(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access), "H5Fcreate");
    const hid_t properties = dataset_properties();
    dataset = good(
        H5Dcreate2(file, "cube", H5T_NATIVE_UINT32, in_file, H5P_DEFAULT, properties, H5P_DEFAULT),
        "H5Dcreate2");
    data_offset = is_chunked ? workload_scattered : (int64_t)H5Dget_offset(dataset);
    H5Pclose(properties);
    H5Pclose(access);
}

void workload_open(const char* path) {
    const hid_t access = parallel_access();
    file = good(H5Fopen(path, H5F_ACC_RDONLY, access), "H5Fopen");
    dataset = good(H5Dopen2(file, "cube", H5P_DEFAULT), "H5Dopen2");
    H5Pclose(access);
}

void workload_write(const uint32_t* memory) {
    good(H5Dwrite(dataset, H5T_NATIVE_UINT32, in_memory, in_file, transfer, memory), "H5Dwrite");
}

void workload_read(uint32_t* memory) {
    good(H5Dread(dataset, H5T_NATIVE_UINT32, in_memory, in_file, transfer, memory), "H5Dread");
}

void workload_close(void) {
    good(H5Dclose(dataset), "H5Dclose");
    good(H5Fclose(file), "H5Fclose");
}

int64_t workload_data_offset(void) {
    return data_offset;
}

void workload_release(void) {
    H5Pclose(transfer);
    H5Sclose(in_memory);
    H5Sclose(in_file);
}

/* SPDX-License-Identifier: BSD-3-Clause
 * Cubes of parallel HDF5, in every layout, by collective and independent calls: hdf5
 * write|leave|read FILE What is written is read back before the file is closed. */
#include <hdf5.h>

#include "cube.h"

enum layout { contiguous, chunked, deflated, growing };

struct dataset {
    const char* name;
    enum layout layout;
    enum cut cut;
    H5FD_mpio_xfer_t transfer;
    int atomic;
};

static const struct dataset datasets[] = {
    {"contiguous_x", contiguous, by_columns, H5FD_MPIO_COLLECTIVE, 0},
    {"contiguous_z", contiguous, by_layers, H5FD_MPIO_COLLECTIVE, 0},
    {"contiguous_in_turn", contiguous, columns_in_turn, H5FD_MPIO_COLLECTIVE, 0},
    {"independent_x", contiguous, by_columns, H5FD_MPIO_INDEPENDENT, 0},
    {"independent_in_turn", contiguous, columns_in_turn, H5FD_MPIO_INDEPENDENT, 0},
    {"chunked_x", chunked, by_columns, H5FD_MPIO_COLLECTIVE, 0},
    {"chunked_independent", chunked, by_layers, H5FD_MPIO_INDEPENDENT, 0},
    {"deflated_x", deflated, by_columns, H5FD_MPIO_COLLECTIVE, 0},
    {"deflated_in_turn", deflated, columns_in_turn, H5FD_MPIO_COLLECTIVE, 0},
    {"growing_x", growing, by_columns, H5FD_MPIO_COLLECTIVE, 0},
    {"growing_in_turn", growing, columns_in_turn, H5FD_MPIO_COLLECTIVE, 0},
    {"atomic_x", contiguous, by_columns, H5FD_MPIO_COLLECTIVE, 1},
    {"atomic_independent", contiguous, columns_in_turn, H5FD_MPIO_INDEPENDENT, 1},
};
enum { dataset_count = sizeof datasets / sizeof *datasets };

static hid_t open_file(const char* name, int writes) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file = -1;
    require(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL) >= 0, name, "H5Pset_fapl_mpio");
    require(H5Pset_all_coll_metadata_ops(access, 1) >= 0, name, "H5Pset_all_coll_metadata_ops");
    require(H5Pset_coll_metadata_write(access, 1) >= 0, name, "H5Pset_coll_metadata_write");
    file = writes ? H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access)
                  : H5Fopen(name, H5F_ACC_RDONLY, access);
    require(file >= 0, name, "H5Fcreate or H5Fopen");
    H5Pclose(access);
    return file;
}

/* A growing one has no layers yet. */
static hid_t create(hid_t file, const struct dataset* dataset) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t now[3] = {dataset->layout == growing ? 0 : layers, rows, columns};
    const hsize_t most[3] = {dataset->layout == growing ? H5S_UNLIMITED : layers, rows, columns};
    const hsize_t chunk[3] = {3, 8, 9};
    const hid_t space = H5Screate_simple(3, now, most);
    hid_t id = -1;
    if (dataset->layout != contiguous) H5Pset_chunk(properties, 3, chunk);
    if (dataset->layout == deflated) H5Pset_deflate(properties, 6);
    id = H5Dcreate2(file, dataset->name, H5T_NATIVE_INT, space, H5P_DEFAULT, properties,
                    H5P_DEFAULT);
    require(id >= 0, dataset->name, "H5Dcreate2");
    H5Sclose(space);
    H5Pclose(properties);
    return id;
}

/* The part of the file's space; nothing of it where the part is empty. */
static hid_t selection(hid_t id, const struct part* part) {
    const hid_t space = H5Dget_space(id);
    const hsize_t start[3] = {part->start[0], part->start[1], part->start[2]};
    const hsize_t stride[3] = {1, 1, part->column_stride};
    const hsize_t count[3] = {part->count[0], part->count[1], part->count[2]};
    if (elements_of(part) == 0) {
        H5Sselect_none(space);
    } else {
        require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL) >= 0,
                "a part", "H5Sselect_hyperslab");
    }
    return space;
}

/* Moves a part; `values` are written, or read when `writes` is 0. */
static void move(hid_t id, const struct dataset* dataset, const struct part* part, int* values,
                 int writes) {
    const hid_t in_file = selection(id, part);
    const hsize_t length = elements_of(part);
    const hsize_t room = length == 0 ? 1 : length;
    const hid_t in_memory = H5Screate_simple(1, &room, NULL);
    const hid_t transfer = H5Pcreate(H5P_DATASET_XFER);
    herr_t moved = -1;
    if (length == 0) H5Sselect_none(in_memory);
    H5Pset_dxpl_mpio(transfer, dataset->transfer);
    moved = writes ? H5Dwrite(id, H5T_NATIVE_INT, in_memory, in_file, transfer, values)
                   : H5Dread(id, H5T_NATIVE_INT, in_memory, in_file, transfer, values);
    require(moved >= 0, dataset->name, writes ? "H5Dwrite" : "H5Dread");
    H5Pclose(transfer);
    H5Sclose(in_memory);
    H5Sclose(in_file);
}

/* Layer by layer, with the dataset growing in between. */
static void grow(hid_t id, const struct dataset* dataset, int variable) {
    for (size_t layer = 0; layer < layers; ++layer) {
        const hsize_t now[3] = {layer + 1, rows, columns};
        struct part part = part_of(dataset->cut, rank_of_world());
        int* values = NULL;
        require(H5Dset_extent(id, now) >= 0, dataset->name, "H5Dset_extent");
        part.start[0] = layer;
        part.count[0] = 1;
        values = values_of(variable, &part);
        move(id, dataset, &part, values, 1);
        free(values);
    }
}

static void describe(hid_t id, int variable) {
    const hid_t scalar = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(id, "number", H5T_NATIVE_INT, scalar, H5P_DEFAULT, H5P_DEFAULT);
    require(H5Awrite(attribute, H5T_NATIVE_INT, &variable) >= 0, "number", "H5Awrite");
    H5Aclose(attribute);
    H5Sclose(scalar);
}

static void write_dataset(hid_t file, int variable) {
    const struct dataset* const dataset = &datasets[variable];
    const hid_t id = create(file, dataset);
    require(H5Fset_mpi_atomicity(file, dataset->atomic != 0) >= 0, dataset->name,
            "H5Fset_mpi_atomicity");
    describe(id, variable);
    if (dataset->layout == growing) {
        grow(id, dataset, variable);
    } else {
        const struct part part = part_of(dataset->cut, rank_of_world());
        int* const values = values_of(variable, &part);
        move(id, dataset, &part, values, 1);
        free(values);
    }
    H5Dclose(id);
}

/* By the next rank's part, so that each reads what another has written. */
static void read_dataset(hid_t file, int variable) {
    const struct dataset* const dataset = &datasets[variable];
    const struct part part = part_of(dataset->cut, (rank_of_world() + 1) % size_of_world());
    const hid_t id = H5Dopen2(file, dataset->name, H5P_DEFAULT);
    hid_t attribute = -1;
    int number = -1;
    int* const values = room_for(&part);
    require(id >= 0, dataset->name, "H5Dopen2");
    attribute = H5Aopen(id, "number", H5P_DEFAULT);
    require(H5Aread(attribute, H5T_NATIVE_INT, &number) >= 0 && number == variable, dataset->name,
            "the attribute");
    clear(values, &part);
    move(id, dataset, &part, values, 0);
    require_values(values, variable, &part, dataset->name);
    free(values);
    H5Aclose(attribute);
    H5Dclose(id);
}

int main(int argc, char** argv) {
    int writes = 0;
    int leaves_open = 0;
    hid_t file = -1;
    MPI_Init(&argc, &argv);
    require(argc == 3, "usage: hdf5 write|leave|read FILE", "main");
    leaves_open = strcmp(argv[1], "leave") == 0;
    writes = leaves_open || strcmp(argv[1], "write") == 0;
    file = open_file(argv[2], writes);
    if (writes) {
        for (int variable = 0; variable < dataset_count; ++variable) write_dataset(file, variable);
        require(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0, argv[2], "H5Fflush");
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int variable = 0; variable < dataset_count; ++variable) read_dataset(file, variable);
    /* HDF5 closes it in MPI_Finalize. */
    if (!leaves_open) require(H5Fclose(file) >= 0, argv[2], "H5Fclose");
    MPI_Finalize();
    return 0;
}

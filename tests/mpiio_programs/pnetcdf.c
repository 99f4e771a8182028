/* SPDX-License-Identifier: BSD-3-Clause
 * Cubes of PnetCDF's own library, by collective, independent and nonblocking access, with records
 * and a second definition: pnetcdf write|read FILE What is written is read back before the file is
 * closed. */
#include <pnetcdf.h>

#include "cube.h"

enum way { collective, independent, posted, buffered };

struct variable {
    const char* name;
    int has_records;
    enum cut cut;
    enum way way;
    int is_late; /* defined when the others have data */
};

static const struct variable variables[] = {
    {"columns", 0, by_columns, collective, 0},
    {"in_turn", 0, columns_in_turn, collective, 0},
    {"record", 1, by_columns, collective, 0},
    {"record_in_turn", 1, columns_in_turn, collective, 0},
    {"independent", 0, by_columns, independent, 0},
    {"posted", 0, columns_in_turn, posted, 0},
    {"posted_record", 1, by_columns, posted, 0},
    {"buffered", 0, by_layers, buffered, 0},
    {"late", 0, by_columns, collective, 1},
    {"late_record", 1, by_layers, collective, 1},
};
enum { variable_count = sizeof variables / sizeof *variables };

struct block {
    MPI_Offset start[3];
    MPI_Offset count[3];
    MPI_Offset stride[3];
};

static void check(int code, const char* what) {
    require(code == NC_NOERR, ncmpi_strerror(code), what);
}

static struct block block_of(const struct part* part) {
    struct block block;
    for (int i = 0; i < 3; ++i) {
        block.start[i] = (MPI_Offset)part->start[i];
        block.count[i] = (MPI_Offset)part->count[i];
        block.stride[i] = i == 2 ? (MPI_Offset)part->column_stride : 1;
    }
    return block;
}

static void define(int file, int late) {
    for (int number = 0; number < variable_count; ++number) {
        const struct variable* const variable = &variables[number];
        int dimensions[3] = {-1, -1, -1};
        int id = -1;
        if (variable->is_late != late) continue;
        check(ncmpi_inq_dimid(file, variable->has_records ? "time" : "z", &dimensions[0]), "z");
        check(ncmpi_inq_dimid(file, "y", &dimensions[1]), "y");
        check(ncmpi_inq_dimid(file, "x", &dimensions[2]), "x");
        check(ncmpi_def_var(file, variable->name, NC_INT, 3, dimensions, &id), variable->name);
        check(ncmpi_put_att_text(file, id, "units", 2, "kg"), "units");
    }
    check(ncmpi_enddef(file), "ncmpi_enddef");
}

static int create(const char* name) {
    int file = -1;
    int id = -1;
    check(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file),
          name);
    check(ncmpi_def_dim(file, "time", NC_UNLIMITED, &id), "time");
    check(ncmpi_def_dim(file, "z", layers, &id), "z");
    check(ncmpi_def_dim(file, "y", rows, &id), "y");
    check(ncmpi_def_dim(file, "x", columns, &id), "x");
    define(file, 0);
    return file;
}

/* Writes the values, or reads them when `writes` is 0. */
static void move(int file, int number, const struct part* part, int* values, int writes) {
    const struct variable* const variable = &variables[number];
    const struct block b = block_of(part);
    int id = -1;
    int request = NC_REQ_NULL;
    int status = NC_NOERR;
    check(ncmpi_inq_varid(file, variable->name, &id), variable->name);
    if (variable->way == collective) {
        check(writes ? ncmpi_put_vars_int_all(file, id, b.start, b.count, b.stride, values)
                     : ncmpi_get_vars_int_all(file, id, b.start, b.count, b.stride, values),
              variable->name);
    } else if (variable->way == independent) {
        check(ncmpi_begin_indep_data(file), "ncmpi_begin_indep_data");
        check(writes ? ncmpi_put_vars_int(file, id, b.start, b.count, b.stride, values)
                     : ncmpi_get_vars_int(file, id, b.start, b.count, b.stride, values),
              variable->name);
        check(ncmpi_end_indep_data(file), "ncmpi_end_indep_data");
    } else {
        if (!writes)
            check(ncmpi_iget_vars_int(file, id, b.start, b.count, b.stride, values, &request),
                  variable->name);
        else if (variable->way == posted)
            check(ncmpi_iput_vars_int(file, id, b.start, b.count, b.stride, values, &request),
                  variable->name);
        else
            check(ncmpi_bput_vars_int(file, id, b.start, b.count, b.stride, values, &request),
                  variable->name);
        check(ncmpi_wait_all(file, 1, &request, &status), "ncmpi_wait_all");
        check(status, variable->name);
    }
}

static void put_all(int file, int late) {
    check(ncmpi_buffer_attach(file, layers * rows * columns * 4), "ncmpi_buffer_attach");
    for (int number = 0; number < variable_count; ++number) {
        const struct part part = part_of(variables[number].cut, rank_of_world());
        int* values = NULL;
        if (variables[number].is_late != late) continue;
        values = values_of(number, &part);
        move(file, number, &part, values, 1);
        free(values);
    }
    check(ncmpi_buffer_detach(file), "ncmpi_buffer_detach");
}

/* The next rank's parts, so that each reads what another has written. */
static void get_all(int file) {
    for (int number = 0; number < variable_count; ++number) {
        const struct part part =
            part_of(variables[number].cut, (rank_of_world() + 1) % size_of_world());
        int* const values = room_for(&part);
        clear(values, &part);
        move(file, number, &part, values, 0);
        require_values(values, number, &part, variables[number].name);
        free(values);
    }
}

int main(int argc, char** argv) {
    int file = -1;
    MPI_Init(&argc, &argv);
    require(argc == 3, "usage: pnetcdf write|read FILE", "main");
    require(strstr(ncmpi_inq_libvers(), "Weft") == NULL, "is Weft's own", "the library");
    if (strcmp(argv[1], "write") == 0) {
        file = create(argv[2]);
        put_all(file, 0);
        check(ncmpi_redef(file), "ncmpi_redef");
        define(file, 1);
        put_all(file, 1);
        check(ncmpi_sync(file), "ncmpi_sync");
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        check(ncmpi_open(MPI_COMM_WORLD, argv[2], NC_NOWRITE, MPI_INFO_NULL, &file), argv[2]);
    }
    get_all(file);
    check(ncmpi_close(file), "ncmpi_close");
    MPI_Finalize();
    return 0;
}

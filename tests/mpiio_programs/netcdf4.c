/* SPDX-License-Identifier: BSD-3-Clause
 * Cubes of parallel netCDF-4, by collective and independent access: netcdf4 write|read FILE
 * What is written is read back before the file is closed. */
#include <netcdf.h>
#include <netcdf_par.h>

#include "cube.h"

enum layout { contiguous, chunked, deflated, records };

struct variable {
    const char* name;
    enum layout layout;
    enum cut cut;
    int access;
};

static const struct variable variables[] = {
    {"columns", contiguous, by_columns, NC_COLLECTIVE},
    {"chunked", chunked, columns_in_turn, NC_COLLECTIVE},
    {"compressed", deflated, by_columns, NC_COLLECTIVE},
    {"independent", contiguous, by_columns, NC_INDEPENDENT},
    {"independent_in_turn", chunked, columns_in_turn, NC_INDEPENDENT},
    {"record", records, by_columns, NC_COLLECTIVE},
    {"record_in_turn", records, columns_in_turn, NC_COLLECTIVE},
};
enum { variable_count = sizeof variables / sizeof *variables };

static void check(int code, const char* what) {
    require(code == NC_NOERR, nc_strerror(code), what);
}

static void define(int file, int number) {
    const struct variable* const variable = &variables[number];
    static const size_t chunk[3] = {3, 8, 9};
    int dimensions[3] = {-1, -1, -1};
    int id = -1;
    check(nc_inq_dimid(file, variable->layout == records ? "time" : "z", &dimensions[0]), "z");
    check(nc_inq_dimid(file, "y", &dimensions[1]), "y");
    check(nc_inq_dimid(file, "x", &dimensions[2]), "x");
    check(nc_def_var(file, variable->name, NC_INT, 3, dimensions, &id), variable->name);
    if (variable->layout != contiguous)
        check(nc_def_var_chunking(file, id, NC_CHUNKED, chunk), "nc_def_var_chunking");
    if (variable->layout == deflated)
        check(nc_def_var_deflate(file, id, 1, 1, 4), "nc_def_var_deflate");
    check(nc_put_att_int(file, id, "number", NC_INT, 1, &number), "nc_put_att_int");
}

static int create(const char* name) {
    int file = -1;
    int id = -1;
    check(nc_create_par(name, NC_NETCDF4 | NC_CLOBBER, MPI_COMM_WORLD, MPI_INFO_NULL, &file), name);
    check(nc_def_dim(file, "time", NC_UNLIMITED, &id), "time");
    check(nc_def_dim(file, "z", layers, &id), "z");
    check(nc_def_dim(file, "y", rows, &id), "y");
    check(nc_def_dim(file, "x", columns, &id), "x");
    check(nc_put_att_text(file, NC_GLOBAL, "title", 5, "cubes"), "title");
    for (int number = 0; number < variable_count; ++number) define(file, number);
    check(nc_enddef(file), "nc_enddef");
    return file;
}

static int prepare(int file, const struct variable* variable) {
    int id = -1;
    check(nc_inq_varid(file, variable->name, &id), variable->name);
    check(nc_var_par_access(file, id, variable->access), "nc_var_par_access");
    return id;
}

static void put(int file, int number) {
    const struct variable* const variable = &variables[number];
    const struct part part = part_of(variable->cut, rank_of_world());
    const ptrdiff_t stride[3] = {1, 1, (ptrdiff_t)part.column_stride};
    int* const values = values_of(number, &part);
    check(nc_put_vars_int(file, prepare(file, variable), part.start, part.count, stride, values),
          variable->name);
    free(values);
}

/* The next rank's part, so that each reads what another has written. */
static void get(int file, int number) {
    const struct variable* const variable = &variables[number];
    const struct part part = part_of(variable->cut, (rank_of_world() + 1) % size_of_world());
    const ptrdiff_t stride[3] = {1, 1, (ptrdiff_t)part.column_stride};
    int* const values = room_for(&part);
    clear(values, &part);
    check(nc_get_vars_int(file, prepare(file, variable), part.start, part.count, stride, values),
          variable->name);
    require_values(values, number, &part, variable->name);
    free(values);
}

int main(int argc, char** argv) {
    int file = -1;
    MPI_Init(&argc, &argv);
    require(argc == 3, "usage: netcdf4 write|read FILE", "main");
    if (strcmp(argv[1], "write") == 0) {
        file = create(argv[2]);
        for (int number = 0; number < variable_count; ++number) put(file, number);
        check(nc_sync(file), "nc_sync");
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        check(nc_open_par(argv[2], NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &file), argv[2]);
    }
    for (int number = 0; number < variable_count; ++number) get(file, number);
    check(nc_close(file), "nc_close");
    MPI_Finalize();
    return 0;
}

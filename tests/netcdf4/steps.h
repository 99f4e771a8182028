// SPDX-License-Identifier: BSD-3-Clause
// A netCDF-4 file that grows: records of two variables, and a new attribute and variable now and
// then. killed_test.py knows the values.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>

enum { width = 3000, steps_of_definition = 4 };

/// Two variables with records. The first code that is not NC_NOERR, as the next two.
static inline int define_first(int ncid) {
    int dimensions[2];
    int id;
    int code = ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &dimensions[0]);
    if (code == NC_NOERR) code = ncmpi_def_dim(ncid, "x", width, &dimensions[1]);
    if (code == NC_NOERR) code = ncmpi_def_var(ncid, "a", NC_INT, 2, dimensions, &id);
    if (code == NC_NOERR) code = ncmpi_def_var(ncid, "b", NC_INT, 2, dimensions, &id);
    return code;
}

/// This rank's share of a record.
static inline int put_share(int ncid, int variable, int record) {
    int values[width];
    int rank;
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const MPI_Offset share = (width + ranks - 1) / ranks;
    const MPI_Offset start[2] = {record, share * rank};
    const MPI_Offset count[2] = {1, width - start[1] < share ? width - start[1] : share};
    for (MPI_Offset i = 0; i < count[1]; ++i)
        values[i] = variable + 10 * record + (int)(start[1] + i) % 7;
    return ncmpi_put_vara_int_all(ncid, variable, start, count, values);
}

/// In define mode: another variable, and how many of them there are.
static inline int define_more(int ncid, int defined) {
    char name[NC_MAX_NAME];
    int id;
    const int dimension = 1;
    sprintf(name, "more_%d", defined);
    const int code = ncmpi_def_var(ncid, name, NC_INT, 1, &dimension, &id);
    if (code != NC_NOERR) return code;
    return ncmpi_put_att_int(ncid, NC_GLOBAL, "defined", NC_INT, 1, &defined);
}

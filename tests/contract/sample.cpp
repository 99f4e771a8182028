// SPDX-License-Identifier: BSD-3-Clause
#include "sample.hpp"

namespace contract {

int create_file(const std::string& path, int cmode, Place place) {
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path.c_str(), cmode, MPI_INFO_NULL, &ncid), "create", place);
    return ncid;
}

int open_file(const std::string& path, int omode, Place place) {
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, path.c_str(), omode, MPI_INFO_NULL, &ncid), "open", place);
    return ncid;
}

void close_file(int ncid, Place place) {
    ok(ncmpi_close(ncid), "close", place);
}

int dimension(int ncid, const char* name, MPI_Offset length, Place place) {
    int id = -1;
    ok(ncmpi_def_dim(ncid, name, length, &id), name, place);
    return id;
}

int variable(int ncid, const char* name, nc_type type, const std::vector<int>& dimensions,
             Place place) {
    int id = -1;
    ok(ncmpi_def_var(ncid, name, type, static_cast<int>(dimensions.size()), dimensions.data(), &id),
       name, place);
    return id;
}

Sample define_sample(int cmode, Place place) {
    Sample made;
    const int ncid = made.ncid = create_file(path(), cmode, place);
    made.time = dimension(ncid, "time", NC_UNLIMITED, place);
    made.y = dimension(ncid, "y", Sample::y_length, place);
    made.x = dimension(ncid, "x", Sample::x_length, place);
    made.scalar = variable(ncid, "scalar", NC_INT, {}, place);
    made.fixed = variable(ncid, "fixed", NC_INT, {made.y, made.x}, place);
    made.record = variable(ncid, "record", NC_INT, {made.time, made.x}, place);
    made.text = variable(ncid, "text", NC_CHAR, {made.x}, place);
    made.bytes = variable(ncid, "bytes", NC_BYTE, {made.x}, place);
    made.real = variable(ncid, "real", NC_DOUBLE, {made.y, made.x}, place);
    return made;
}

Sample sample(int cmode, Place place) {
    const Sample made = define_sample(cmode, place);
    ok(ncmpi_enddef(made.ncid), "enddef", place);
    return made;
}

Sample sample_with_records(MPI_Offset records, int cmode, Place place) {
    const Sample made = sample(cmode, place);
    const std::vector<int> zeros(static_cast<std::size_t>(records * Sample::x_length));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {rank() == 0 ? records : 0, Sample::x_length};
    ok(ncmpi_put_vara_int_all(made.ncid, made.record, start, count, zeros.data()), "records",
       place);
    return made;
}

Sample sample_for_reading(MPI_Offset records, Place place) {
    Sample made = sample_with_records(records, NC_64BIT_DATA, place);
    close_file(made.ncid, place);
    made.ncid = open_file(path(), NC_NOWRITE, place);
    return made;
}

std::vector<int> values_of(int ncid, int varid, std::size_t count, Place place) {
    std::vector<int> values(count, -99);
    ok(ncmpi_get_var_int_all(ncid, varid, values.data()), "get_var", place);
    return values;
}

MPI_Offset record_count(int ncid, Place place) {
    int id = -1;
    MPI_Offset count = -1;
    ok(ncmpi_inq_unlimdim(ncid, &id), "inq_unlimdim", place);
    ok(ncmpi_inq_dimlen(ncid, id, &count), "inq_dimlen", place);
    return count;
}

}  // namespace contract

// SPDX-License-Identifier: BSD-3-Clause
#include "cube.hpp"

#include <weft.h>

#include <numeric>

#include "sample.hpp"

namespace contract {
std::vector<int> numbers(std::size_t count) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 0);
    return values;
}

Info part_hints(const Pairs& more) {
    Pairs hints = more;
    hints.insert({{"weft_parts", std::to_string(Cube::parts)}, {"weft_part_least_bytes", "1"}});
    return Info(hints);
}

namespace {

/// A rank's columns of x.
struct Columns {
    MPI_Offset begin = static_cast<MPI_Offset>(rank()) * Cube::x / ranks();
    MPI_Offset end = static_cast<MPI_Offset>(rank() + 1) * Cube::x / ranks();
};

}  // namespace

std::string part_of(const std::string& path, int part) {
    return path + ".000" + std::to_string(part);
}

void make_cube(const std::string& path, const Pairs& more) {
    const Info info = part_hints(more);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path.c_str(), NC_64BIT_DATA, info.get(), &ncid));
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int z = dimension(ncid, "z", Cube::z);
    const int x = dimension(ncid, "x", Cube::x);
    const int cube = variable(ncid, "cube", NC_INT, {z, x});
    const int series = variable(ncid, "series", NC_INT, {time, z, x});
    const int line = variable(ncid, "line", NC_INT, {z});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    const Columns mine;
    std::vector<int> values;
    for (MPI_Offset i = 0; i < Cube::records * Cube::z; ++i) {
        for (MPI_Offset j = mine.begin; j < mine.end; ++j)
            values.push_back(static_cast<int>(i * Cube::x + j));
    }
    const MPI_Offset start[] = {0, 0, mine.begin};
    const MPI_Offset count[] = {Cube::records, Cube::z, mine.end - mine.begin};
    ok(ncmpi_put_vara_int_all(ncid, cube, start + 1, count + 1, values.data()));
    ok(ncmpi_put_vara_int_all(ncid, series, start, count, values.data()));
    ok(ncmpi_put_var_int_all(ncid, line, numbers(Cube::z).data()));
    close_file(ncid);
}

void expect_cube(const std::string& path) {
    const int ncid = open_file(path, NC_NOWRITE);
    if (ncid < 0) return;
    expect_values(values_of(ncid, 0, Cube::z * Cube::x), numbers(Cube::z * Cube::x), "cube");
    expect_values(values_of(ncid, 1, Cube::records * Cube::z * Cube::x),
                  numbers(Cube::records * Cube::z * Cube::x), "series");
    expect_values(values_of(ncid, 2, Cube::z), numbers(Cube::z), "line");
    close_file(ncid);
}

Reading read_cube(const std::string& path) {
    int ncid = -1;
    int code = ncmpi_open(MPI_COMM_WORLD, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid);
    if (code != NC_NOERR) return {code, weft_last_error(ncid)};
    std::vector<int> values(Cube::z * Cube::x);
    code = ncmpi_get_var_int_all(ncid, 0, values.data());
    Reading reading{code, code == NC_NOERR ? "" : weft_last_error(ncid)};
    close_file(ncid);
    return reading;
}

}  // namespace contract

// SPDX-License-Identifier: BSD-3-Clause
// Few bytes, far apart: files and memory of many gibibytes that are mostly holes. What is put is
// looked for in the file itself, at the place that the format gives it.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "files.hpp"
#include "memory.hpp"
#include "sample.hpp"

using namespace contract;
using large::gibi;
using large::Memory;

namespace {

/// The big-endian int at an offset of the file, which may still be open.
int int_in_file(MPI_Offset offset) {
    const int file = open(path().c_str(), O_RDONLY);
    std::array<unsigned char, 4> bytes{};
    const bool there = pread(file, bytes.data(), bytes.size(), offset) == 4;
    close(file);
    expect_true(there, "the file reaches offset " + std::to_string(offset));
    return bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

MPI_Offset begin_of(int ncid, int varid) {
    MPI_Offset begin = 0;
    ok(ncmpi_inq_varoffset(ncid, varid, &begin));
    return begin;
}

/// Puts one int, finds it in the file and gets it back.
void put_one(int ncid, int varid, const std::vector<MPI_Offset>& index, int value,
             MPI_Offset offset) {
    ok(ncmpi_put_var1_int_all(ncid, varid, index.data(), &value));
    ok(ncmpi_flush(ncid));
    expect_equal(int_in_file(offset), value, "in the file at " + std::to_string(offset));
    int got = 0;
    ok(ncmpi_get_var1_int_all(ncid, varid, index.data(), &got));
    expect_equal(got, value, "what is got back");
}

void strides_of_a_gibibyte() {
    constexpr MPI_Offset pitch = gibi / 4;  // of ints
    constexpr int points = 9;
    const int ncid = create_file(path());
    const int x = dimension(ncid, "x", (points - 1) * pitch + 8);
    const int varid = variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start = 7;
    const MPI_Offset count = points;
    const MPI_Offset stride = pitch;
    std::vector<int> values(points);
    for (int i = 0; i < points; ++i) values[static_cast<std::size_t>(i)] = 1000 + i;
    ok(ncmpi_put_vars_int_all(ncid, varid, &start, &count, &stride, values.data()));
    const MPI_Offset begin = begin_of(ncid, varid);
    for (int i = 0; i < points; ++i)
        expect_equal(int_in_file(begin + 4 * (7 + i * pitch)), 1000 + i, "in the file");
    std::vector<int> got(points, -1);
    ok(ncmpi_get_vars_int_all(ncid, varid, &start, &count, &stride, got.data()));
    expect_values(got, values, "what is got back");
    close_file(ncid);
}

/// Rows of memory that are gibibytes apart, by a map and by a datatype.
void memory_that_is_far_apart() {
    constexpr MPI_Offset pitch = gibi / 2 + 3;  // of ints, so 2 GiB and more
    const int ncid = create_file(path());
    const int y = dimension(ncid, "y", 3);
    const int x = dimension(ncid, "x", 4);
    const int mapped = variable(ncid, "mapped", NC_INT, {y, x});
    const int typed = variable(ncid, "typed", NC_INT, {y, x});
    ok(ncmpi_enddef(ncid));
    const Memory<int> memory(2 * pitch + 4);
    std::vector<int> values;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) values.push_back(memory[i * pitch + j] = 10 * i + j + 1);
    }
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {3, 4};
    const MPI_Offset map[] = {pitch, 1};
    ok(ncmpi_put_varm_int_all(ncid, mapped, start, count, nullptr, map, memory.data()));
    expect_values(values_of(ncid, mapped, 12), values, "what was put by a map");
    MPI_Datatype rows = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(3, 4, 4 * pitch, MPI_INT, &rows);
    MPI_Type_commit(&rows);
    ok(ncmpi_put_vara_all(ncid, typed, start, count, memory.data(), 1, rows));
    expect_values(values_of(ncid, typed, 12), values, "what was put by a datatype");
    const Memory<int> back(2 * pitch + 4);
    ok(ncmpi_get_vara_all(ncid, mapped, start, count, back.data(), 1, rows));
    ok(ncmpi_get_varm_int_all(ncid, typed, start, count, nullptr, map, memory.data()));
    std::vector<int> by_type;
    std::vector<int> by_map;
    for (int i = 0; i < 3; ++i) {
        by_type.insert(by_type.end(), &back[i * pitch], &back[i * pitch] + 4);
        by_map.insert(by_map.end(), &memory[i * pitch], &memory[i * pitch] + 4);
    }
    expect_values(by_type, values, "what was got by a datatype");
    expect_values(by_map, values, "what was got by a map");
    MPI_Type_free(&rows);
    close_file(ncid);
}

/// In CDF-2 the last variable may have more than 4 GiB, and records may lie anywhere.
void the_last_variable_of_cdf2() {
    const int ncid = create_file(path(), NC_64BIT_OFFSET);
    const int y = dimension(ncid, "y", 3);
    const int x = dimension(ncid, "x", gibi);
    const int small = variable(ncid, "small", NC_INT, {y});
    const int last = variable(ncid, "last", NC_INT, {y, x});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset begin = begin_of(ncid, last);
    put_one(ncid, last, {0, 0}, 11, begin);
    put_one(ncid, last, {1, 5}, 12, begin + 4 * (gibi + 5));
    put_one(ncid, last, {2, gibi - 1}, 13, begin + 4 * (3 * gibi - 1));
    put_one(ncid, small, {2}, 14, begin_of(ncid, small) + 8);
    close_file(ncid);
    expect_equal(size_of(path()), begin + 12 * gibi, "bytes of the file");
}

void records_of_cdf2() {
    const int ncid = create_file(path(), NC_64BIT_OFFSET);
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int x = dimension(ncid, "x", gibi / 4);
    const int one = variable(ncid, "one", NC_INT, {time, x});
    const int two = variable(ncid, "two", NC_INT, {time, x});
    ok(ncmpi_enddef(ncid));
    for (const MPI_Offset record : {0, 3, 7}) {
        const auto value = static_cast<int>(record);
        put_one(ncid, one, {record, 9}, 20 + value, begin_of(ncid, one) + 2 * record * gibi + 36);
        put_one(ncid, two, {record, gibi / 4 - 1}, 30 + value,
                begin_of(ncid, one) + (2 * record + 2) * gibi - 4);
    }
    expect_equal(record_count(ncid), 8, "records");
    close_file(ncid);
}

void variables_of_cdf5() {
    int ncid = create_file(path());
    const int x = dimension(ncid, "x", 5 * gibi / 4 + 1);
    const int first = variable(ncid, "first", NC_INT, {x});
    const int second = variable(ncid, "second", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    MPI_Offset length = 0;
    ok(ncmpi_inq_dimlen(ncid, x, &length));
    expect_equal(length, 5 * gibi / 4 + 1, "length of the dimension");
    const MPI_Offset begin = begin_of(ncid, second);
    expect_true(begin >= begin_of(ncid, first) + 5 * gibi, "variables do not overlap");
    put_one(ncid, first, {length - 1}, 41, begin_of(ncid, first) + 4 * (length - 1));
    put_one(ncid, second, {0}, 42, begin);
    put_one(ncid, second, {length - 1}, 43, begin + 4 * (length - 1));
    close_file(ncid);
    ncid = open_file(path(), NC_NOWRITE);
    const MPI_Offset last = length - 1;
    int got = 0;
    ok(ncmpi_get_var1_int_all(ncid, first, &last, &got));
    expect_equal(got, 41, "the end of the first variable, after opening again");
    expect_equal(begin_of(ncid, second), begin, "where the second begins, after opening again");
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"strides_of_a_gibibyte", strides_of_a_gibibyte},
                {"memory_that_is_far_apart", memory_that_is_far_apart},
                {"the_last_variable_of_cdf2", the_last_variable_of_cdf2},
                {"records_of_cdf2", records_of_cdf2},
                {"variables_of_cdf5", variables_of_cdf5}});
}

// SPDX-License-Identifier: BSD-3-Clause
#include "many_parts.hpp"

#include <weft.h>

#include <filesystem>

#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

constexpr int part_count = 400;
constexpr MPI_Offset row = 5;

std::string name_of_part(int part) {
    const std::string digits = std::to_string(part);
    return path() + "." + std::string(4 - digits.size(), '0') + digits;
}

/// A row of `grid` in each part.
void make_large_set() {
    const Info info(
        Pairs{{"weft_parts", std::to_string(part_count)}, {"weft_part_least_bytes", "1"}});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    const int y = dimension(ncid, "y", part_count);
    const int grid = variable(ncid, "grid", NC_INT, {y, dimension(ncid, "x", row)});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    const bool writes = rank() == 0;
    std::vector<int> values;
    for (MPI_Offset i = 0; i < part_count * row; ++i) values.push_back(static_cast<int>(i));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {writes ? part_count : 0, row};
    ok(ncmpi_put_vara_int_all(ncid, grid, start, count, values.data()));
    close_file(ncid);
}

/// Part files that this rank has open.
int open_parts() {
    int count = 0;
    const std::string stem = fs::absolute(path()).string() + ".";
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        count += fs::read_symlink(entry.path(), gone).string().starts_with(stem) ? 1 : 0;
    }
    return count;
}

void expect_row(int ncid, MPI_Offset number) {
    const MPI_Offset start[] = {number, 0};
    const MPI_Offset count[] = {1, row};
    std::vector<int> values(row, -1);
    ok(ncmpi_get_vara_int_all(ncid, 0, start, count, values.data()), weft_last_error(ncid));
    for (MPI_Offset i = 0; i < row; ++i)
        expect_equal(values[static_cast<std::size_t>(i)], number * row + i, "a value");
}

void parts_are_opened_when_they_are_touched() {
    make_large_set();
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_equal(open_parts(), 0, "parts open after ncmpi_open");
    expect_row(ncid, 7);
    expect_row(ncid, 7);
    expect_true(open_parts() <= 1, "a row of one part opens one part");
    expect_row(ncid, 399);
    expect_true(open_parts() <= 2, "a row of another opens another");
    close_file(ncid);
    expect_equal(open_parts(), 0, "parts open after ncmpi_close");
}

/// They need not even be there.
void parts_that_are_not_touched_are_not_looked_at() {
    make_large_set();
    at_first([] {
        for (int part = 0; part < part_count; ++part) {
            if (part != 7) fs::remove(name_of_part(part));
        }
    });
    const int ncid = open_file(path(), NC_WRITE);
    const MPI_Offset start[] = {7, 0};
    const MPI_Offset count[] = {rank() == 0 ? 1 : 0, row};
    const int values[] = {35, 36, 37, 38, 39};
    ok(ncmpi_put_vara_int_all(ncid, 0, start, count, values), weft_last_error(ncid));
    expect_row(ncid, 7);
    ok(ncmpi_sync(ncid), weft_last_error(ncid));
    close_file(ncid);
}

}  // namespace

std::vector<Case> cases_of_many_parts() {
    return {{"parts_are_opened_when_they_are_touched", parts_are_opened_when_they_are_touched},
            {"parts_that_are_not_touched_are_not_looked_at",
             parts_that_are_not_touched_are_not_looked_at}};
}

}  // namespace contract

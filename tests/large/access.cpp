// SPDX-License-Identifier: BSD-3-Clause
// More elements or bytes in one call than an int can count.
#include <unistd.h>

#include <string>

#include "files.hpp"
#include "memory.hpp"
#include "sample.hpp"

using namespace contract;
using large::fill;
using large::first_wrong;
using large::forget;
using large::gibi;
using large::Memory;

namespace {

/// A file with one variable of one dimension, in data mode.
struct Line {
    int ncid;
    int varid;
};

Line line(nc_type type, MPI_Offset length) {
    const int ncid = create_file(path());
    const int x = dimension(ncid, "x", length);
    const int varid = variable(ncid, "v", type, {x});
    ok(ncmpi_enddef(ncid));
    return {ncid, varid};
}

void close_and_remove(int ncid) {
    close_file(ncid);
    if (rank() == 0) unlink(path().c_str());
    meet();
}

void elements_as_they_are() {
    const MPI_Offset start = 0;
    const MPI_Offset count = 2 * gibi + 4097;
    const Line file = line(NC_BYTE, count);
    const Memory<signed char> memory(count);
    fill(memory);
    ok(ncmpi_put_vara_schar_all(file.ncid, file.varid, &start, &count, memory.data()));
    expect_equal(first_wrong(memory), -1, "a put leaves the memory alone");
    forget(memory);
    ok(ncmpi_get_vara_schar_all(file.ncid, file.varid, &start, &count, memory.data()));
    expect_equal(first_wrong(memory), -1, "first wrong element");
    close_and_remove(file.ncid);
}

/// Few bytes in memory become many in the file.
void converted_bytes_in_the_file() {
    const MPI_Offset start = 0;
    const MPI_Offset count = gibi / 2 + 1025;
    const Line file = line(NC_INT, count);
    const Memory<signed char> memory(count);
    fill(memory);
    ok(ncmpi_put_vara_schar_all(file.ncid, file.varid, &start, &count, memory.data()));
    forget(memory);
    ok(ncmpi_get_vara_schar_all(file.ncid, file.varid, &start, &count, memory.data()));
    expect_equal(first_wrong(memory), -1, "first wrong element");
    close_and_remove(file.ncid);
}

/// A datatype of more than 2^31 bytes, whose elements become half as many bytes in the file.
void a_datatype_of_many_bytes() {
    constexpr int side = (1 << 15) + 1;
    const MPI_Offset start = 0;
    const MPI_Offset count = MPI_Offset{side} * side;
    const Line file = line(NC_BYTE, count);
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Datatype square = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(side, MPI_SHORT, &row);
    MPI_Type_contiguous(side, row, &square);
    MPI_Type_commit(&square);
    {
        const Memory<short> memory(count);
        fill(memory);
        ok(ncmpi_put_vara_all(file.ncid, file.varid, &start, &count, memory.data(), 1, square));
        forget(memory);
        ok(ncmpi_get_vara_all(file.ncid, file.varid, &start, &count, memory.data(), 1, square));
        expect_equal(first_wrong(memory), -1, "first wrong element");
    }
    MPI_Type_free(&square);
    MPI_Type_free(&row);
    close_and_remove(file.ncid);
}

/// One buffer serves three puts that are pending together.
void pending_puts() {
    const MPI_Offset length = 3 * gibi / 4 + 11;
    const Line file = line(NC_BYTE, 3 * length);
    const Memory<signed char> memory(length);
    fill(memory);
    for (int i = 0; i < 3; ++i) {
        const MPI_Offset start = i * length;
        ok(ncmpi_iput_vara_schar(file.ncid, file.varid, &start, &length, memory.data(), nullptr));
    }
    ok(ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    for (int i = 0; i < 3; ++i) {
        const MPI_Offset start = i * length;
        forget(memory);
        ok(ncmpi_get_vara_schar_all(file.ncid, file.varid, &start, &length, memory.data()));
        expect_equal(first_wrong(memory), -1, "first wrong element of put " + std::to_string(i));
    }
    close_and_remove(file.ncid);
}

/// The ranks' rows take turns in the file: all bytes pass through windows, or messages.
void rows_in_turn() {
    constexpr MPI_Offset width = 1 << 20;
    const MPI_Offset rows = 2200 / ranks();
    const MPI_Offset start[] = {0, rank() * width};
    const MPI_Offset count[] = {rows, width};
    const int ncid = create_file(path());
    const int y = dimension(ncid, "y", rows);
    const int x = dimension(ncid, "x", width * ranks());
    const int varid = variable(ncid, "v", NC_BYTE, {y, x});
    ok(ncmpi_enddef(ncid));
    const Memory<signed char> memory(rows * width);
    fill(memory, rank());
    ok(ncmpi_put_vara_schar_all(ncid, varid, start, count, memory.data()));
    forget(memory);
    ok(ncmpi_get_vara_schar_all(ncid, varid, start, count, memory.data()));
    expect_equal(first_wrong(memory, rank()), -1, "first wrong element");
    close_and_remove(ncid);
}

void through_shared_windows() {
    const Variable hints("PNETCDF_HINTS", "weft_method=two_phase");
    rows_in_turn();
}

void through_messages() {
    const Variable hints("PNETCDF_HINTS", "weft_method=two_phase;weft_pretended_nodes=2");
    rows_in_turn();
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"elements_as_they_are", elements_as_they_are},
                {"converted_bytes_in_the_file", converted_bytes_in_the_file},
                {"a_datatype_of_many_bytes", a_datatype_of_many_bytes},
                {"pending_puts", pending_puts},
                {"through_shared_windows", through_shared_windows},
                {"through_messages", through_messages}});
}

// SPDX-License-Identifier: BSD-3-Clause
// A put of at most 4,096 bytes is copied when it is posted: the buffer may be refilled for the
// next.
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "datatype.hpp"
#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr int variables = 300;
constexpr MPI_Offset length = 1024;  // 4,096 bytes of int

/// Many variables of one type and shape.
struct Many {
    int ncid = -1;
    std::vector<int> ids;
};

Many many(nc_type type, Place place = here()) {
    Many file{create_file(path(), NC_64BIT_DATA, place), {}};
    const int x = dimension(file.ncid, "x", length * ranks(), place);
    for (int i = 0; i < variables; ++i) {
        std::string name = "v";
        name += std::to_string(i);
        file.ids.push_back(variable(file.ncid, name.c_str(), type, {x}, place));
    }
    ok(ncmpi_enddef(file.ncid), "", place);
    return file;
}

/// Every variable has its number wherever `count` values of each rank were put.
void expect_numbers(const Many& file, MPI_Offset count, Place place = here()) {
    ok(ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr), "wait_all", place);
    const MPI_Offset start = length * rank();
    for (int i = 0; i < variables; i += 7) {
        std::vector<int> values(static_cast<std::size_t>(count), -1);
        ok(ncmpi_get_vara_int_all(file.ncid, file.ids[static_cast<std::size_t>(i)], &start, &count,
                                  values.data()),
           "get", place);
        expect_values(values, std::vector<int>(values.size(), i % 100),
                      "variable " + std::to_string(i), place);
    }
    close_file(file.ncid, place);
}

void one_buffer_for_all() {
    const Many file = many(NC_INT);
    const MPI_Offset start = length * rank();
    std::vector<int> buffer(length);
    for (int i = 0; i < variables; ++i) {
        std::ranges::fill(buffer, i % 100);
        ok(ncmpi_iput_vara_int(file.ncid, file.ids[static_cast<std::size_t>(i)], &start, &length,
                               buffer.data(), nullptr));
    }
    std::ranges::fill(buffer, -7);
    expect_numbers(file, length);
}

/// 4,096 bytes of the program become more in the file, or come from more.
void values_that_change_their_size() {
    const Many wide = many(NC_DOUBLE);
    const MPI_Offset start = length * rank();
    std::vector<signed char> bytes(length);
    for (int i = 0; i < variables; ++i) {
        std::ranges::fill(bytes, static_cast<signed char>(i % 100));
        ok(ncmpi_iput_vara_schar(wide.ncid, wide.ids[static_cast<std::size_t>(i)], &start, &length,
                                 bytes.data(), nullptr));
    }
    std::ranges::fill(bytes, static_cast<signed char>(-7));
    expect_numbers(wide, length);

    const Many narrow = many(NC_BYTE);
    std::vector<double> doubles(length);
    for (int i = 0; i < variables; ++i) {
        std::ranges::fill(doubles, i % 100);
        ok(ncmpi_iput_vara_double(narrow.ncid, narrow.ids[static_cast<std::size_t>(i)], &start,
                                  &length, doubles.data(), nullptr));
    }
    std::ranges::fill(doubles, -7);
    expect_numbers(narrow, length);
}

/// Every kind of post, each from a buffer that is overwritten at once.
void every_shape() {
    const Sample file = sample();
    const MPI_Offset zero[] = {0, 0};
    const MPI_Offset second[] = {1, 0};
    const MPI_Offset row[] = {1, Sample::x_length};
    const MPI_Offset stride[] = {1, 2};
    const MPI_Offset half[] = {1, 3};
    const MPI_Offset map[] = {1, 2};
    const bool mine = rank() == 0;
    std::vector<int> buffer(24);
    const auto with = [&](int value, const std::function<int()>& post, Place place = here()) {
        std::iota(buffer.begin(), buffer.end(), value);
        if (mine) ok(post(), "post", place);
        std::ranges::fill(buffer, -7);
    };
    const int id = file.ncid;
    with(100, [&] { return ncmpi_iput_var_int(id, file.fixed, buffer.data(), nullptr); });
    with(200,
         [&] { return ncmpi_iput_var1_int(id, file.scalar, nullptr, buffer.data(), nullptr); });
    with(300,
         [&] { return ncmpi_iput_vara_int(id, file.record, zero, row, buffer.data(), nullptr); });
    with(400, [&] {
        return ncmpi_iput_vars_int(id, file.record, second, half, stride, buffer.data(), nullptr);
    });
    const MPI_Offset odd[] = {1, 1};
    with(500, [&] {
        return ncmpi_iput_varm_int(id, file.record, odd, half, stride, map, buffer.data(), nullptr);
    });
    MPI_Offset piece_0[] = {2, 3};
    MPI_Offset piece_1[] = {2, 0};
    MPI_Offset three[] = {1, 3};
    MPI_Offset* const starts[] = {piece_0, piece_1};
    MPI_Offset* const counts[] = {three, three};
    with(600, [&] {
        return ncmpi_iput_varn_int(id, file.record, 2, starts, counts, buffer.data(), nullptr);
    });
    const MPI_Offset third[] = {3, 0};
    MPI_Datatype every_other = MPI_DATATYPE_NULL;
    MPI_Type_vector(6, 1, 2, MPI_INT, &every_other);
    const Type committed(every_other);
    with(700, [&] {
        return ncmpi_iput_vara(id, file.record, third, row, buffer.data(), 1, committed, nullptr);
    });
    ok(ncmpi_wait_all(id, NC_REQ_ALL, nullptr, nullptr));
    std::vector<int> wanted(24);
    std::iota(wanted.begin(), wanted.end(), 100);
    expect_values(values_of(id, file.fixed, 24), wanted, "var");
    expect_values(values_of(id, file.scalar, 1), {200}, "var1");
    expect_values(values_of(id, file.record, 24),
                  {300, 301, 302, 303, 304, 305, 400, 500, 401, 502, 402, 504,
                   603, 604, 605, 600, 601, 602, 700, 702, 704, 706, 708, 710},
                  "vara, vars, varm, varn, flexible");
    close_file(id);
}

/// They do not use the attached buffer, and report values out of range at the post.
void without_a_buffer() {
    const Sample file = sample();
    MPI_Offset usage = -1;
    const double large[] = {1, 2, 1e10, 4, 5, 6};
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {rank() == 0 ? 1 : 0, Sample::x_length};
    expect(ncmpi_iput_vara_double(file.ncid, file.fixed, start, count, large, nullptr),
           rank() == 0 ? NC_ERANGE : NC_NOERR);
    expect(ncmpi_inq_buffer_usage(file.ncid, &usage), NC_ENULLABUF);
    ok(ncmpi_buffer_attach(file.ncid, 8));
    const int value = 9;
    int request = NC_REQ_NULL;
    ok(ncmpi_iput_var1_int(file.ncid, file.scalar, nullptr, &value, &request));
    ok(ncmpi_inq_buffer_usage(file.ncid, &usage));
    expect_equal(usage, 0, "used of the attached buffer");
    ok(ncmpi_bput_var1_int(file.ncid, file.scalar, nullptr, &value, nullptr));
    ok(ncmpi_inq_buffer_usage(file.ncid, &usage));
    expect_equal(usage, 4, "used by bput");
    ok(ncmpi_cancel(file.ncid, 1, &request, nullptr));
    ok(ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    ok(ncmpi_buffer_detach(file.ncid));
    expect_values(
        values_of(file.ncid, file.fixed, 6 * 4),
        [] {
            std::vector<int> wanted(24);
            const int first[] = {1, 2, NC_FILL_INT, 4, 5, 6};
            std::ranges::copy(first, wanted.begin());
            return wanted;
        }(),
        "out of range became the fill value");
    expect_values(values_of(file.ncid, file.scalar, 1), {9}, "scalar");
    close_file(file.ncid);
}

/// Some requests wait for long, while others are posted and completed.
void requests_that_stay() {
    const Many file = many(NC_INT);
    const MPI_Offset start = length * rank();
    const MPI_Offset count = 64;
    std::array<int, 64> buffer{};
    for (int i = 0; i < variables; ++i) {
        buffer.fill(i % 100);
        int request = NC_REQ_NULL;
        ok(ncmpi_iput_vara_int(file.ncid, file.ids[static_cast<std::size_t>(i)], &start, &count,
                               buffer.data(), &request));
        if (i % 3 != 0) ok(ncmpi_wait_all(file.ncid, 1, &request, nullptr));
    }
    buffer.fill(-7);
    expect_numbers(file, count);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"one_buffer_for_all", one_buffer_for_all},
                {"values_that_change_their_size", values_that_change_their_size},
                {"every_shape", every_shape},
                {"without_a_buffer", without_a_buffer},
                {"requests_that_stay", requests_that_stay}});
}

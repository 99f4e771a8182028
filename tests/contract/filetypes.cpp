// SPDX-License-Identifier: BSD-3-Clause
// vard: an MPI datatype selects the elements of a variable.
#include <numeric>

#include "datatype.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// `count` blocks of `length` ints, `pitch` bytes apart, from byte `begin` on.
MPI_Datatype blocks(int count, int length, MPI_Aint pitch, MPI_Aint begin = 0) {
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Datatype moved = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(count, length, pitch, MPI_INT, &row);
    MPI_Type_create_hindexed_block(1, 1, &begin, row, &moved);
    MPI_Type_free(&row);
    return moved;
}

std::vector<int> counting(int count, int first) {
    std::vector<int> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), first);
    return values;
}

/// The block of columns of a rank; additional ranks have none.
struct Columns {
    int first;
    int count;
};
Columns columns_of_rank() {
    const int width = std::max(1, 6 / ranks());
    if (rank() * width >= 6) return {0, 0};
    return {rank() * width, rank() == ranks() - 1 ? 6 - rank() * width : width};
}

void columns_of_a_fixed_variable() {
    const Sample file = sample();
    const auto [first, count] = columns_of_rank();
    const Type type(blocks(4, count, 6 * 4, first * 4));
    const std::vector<int> mine = counting(4 * count, 100 * rank());
    ok(ncmpi_put_vard_all(file.ncid, file.fixed, type, mine.data(), 4 * count, MPI_INT));
    const MPI_Offset start[] = {0, first};
    const MPI_Offset shape[] = {4, count};
    std::vector<int> read(mine.size(), -1);
    ok(ncmpi_get_vara_int_all(file.ncid, file.fixed, start, shape, read.data()));
    expect_values(read, mine, "where vara finds them");
    std::vector<double> reals(mine.size(), -1);
    ok(ncmpi_get_vard_all(file.ncid, file.fixed, type, reals.data(), 4 * count, MPI_DOUBLE));
    expect_values(reals, {mine.begin(), mine.end()}, "converted");
    close_file(file.ncid);
}

void records() {
    const Sample file = sample();
    MPI_Offset record_bytes = 0;
    ok(ncmpi_inq_recsize(file.ncid, &record_bytes));
    const auto [first, count] = columns_of_rank();
    const Type type(blocks(3, count, record_bytes, first * 4));
    const std::vector<int> mine = counting(3 * count, 100 * rank());
    ok(ncmpi_put_vard_all(file.ncid, file.record, type, mine.data(), 3 * count, MPI_INT));
    expect_equal(record_count(file.ncid), 3, "records");
    std::vector<int> read(mine.size(), -1);
    ok(ncmpi_begin_indep_data(file.ncid));
    ok(ncmpi_get_vard(file.ncid, file.record, type, read.data(), 3 * count, MPI_INT));
    ok(ncmpi_end_indep_data(file.ncid));
    expect_values(read, mine, "over all records");
    const Type beyond(blocks(4, 1, record_bytes));
    expect(ncmpi_get_vard_all(file.ncid, file.record, beyond, read.data(), 4, MPI_INT), NC_EEDGE,
           "a record that is not there");
    close_file(file.ncid);
}

/// Displacements are those of the file, so they must skip the parts of other variables.
void records_of_two_variables() {
    const int ncid = create_file(path());
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int x = dimension(ncid, "x", 3);
    const int first = variable(ncid, "first", NC_INT, {time, x});
    const int second = variable(ncid, "second", NC_INT, {time, x});
    ok(ncmpi_enddef(ncid));
    const std::vector<int> values = counting(6, 1);
    const Type rows(blocks(2, 3, 24));
    ok(ncmpi_put_vard_all(ncid, second, rows, values.data(), 6, MPI_INT));
    expect_values(values_of(ncid, second, 6), values, "every record");
    const Type beside(blocks(1, 1, 0, 12));
    expect(ncmpi_put_vard_all(ncid, first, beside, values.data(), 1, MPI_INT), NC_EINVAL,
           "another variable's part of the record");
    expect_values(values_of(ncid, second, 6), values, "untouched");
    close_file(ncid);
}

void order_of_the_type_map() {
    const Sample file = sample();
    const int places[] = {7, 3, 4, 0};
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_indexed_block(4, 1, places, MPI_INT, &made);
    const Type type(made);
    const std::vector<int> values = {10, 20, 30, 40};
    ok(ncmpi_put_vard_all(file.ncid, file.fixed, type, values.data(), 4, MPI_INT));
    const std::vector<int> all = values_of(file.ncid, file.fixed, 24);
    expect_values(std::vector<int>{all[7], all[3], all[4], all[0]}, values, "as the buffer goes");
    close_file(file.ncid);
}

void nothing() {
    const Sample file = sample();
    int value = 5;
    ok(ncmpi_put_vard_all(file.ncid, file.fixed, MPI_DATATYPE_NULL, &value, 1, MPI_INT));
    const Type empty(blocks(0, 1, 4));
    ok(ncmpi_put_vard_all(file.ncid, file.fixed, empty, nullptr, 0, MPI_INT));
    ok(ncmpi_put_vard_all(file.ncid, file.fixed, MPI_INT, &value, 0, MPI_INT), "no buffer");
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, 0), "untouched");
    ok(ncmpi_put_vard_all(file.ncid, file.scalar, MPI_INT, &value, 0, MPI_DATATYPE_NULL));
    expect_values(values_of(file.ncid, file.scalar, 1), {5}, "a scalar, in its own type");
    close_file(file.ncid);
}

/// A rank with an error takes part with nothing.
void wrong_types() {
    const Sample file = sample();
    const std::vector<int> values = counting(24, 0);
    const auto put = [&](MPI_Datatype type, MPI_Offset count) {
        return ncmpi_put_vard_all(file.ncid, file.fixed, type, values.data(), count, MPI_INT);
    };
    expect(put(MPI_FLOAT, 1), NC_ETYPE_MISMATCH, "floats in a variable of ints");
    expect(put(MPI_BYTE, 1), NC_ETYPE_MISMATCH, "bytes");
    const Type two(blocks(2, 1, 8));
    expect(put(two, 3), NC_EIOMISMATCH, "a buffer of three");
    const Type before(blocks(1, 1, 0, -4));
    expect(put(before, 1), NC_EINVAL, "before the variable");
    const Type between(blocks(1, 1, 0, 2));
    expect(put(between, 1), NC_EINVAL, "between two elements");
    const Type far(blocks(1, 1, 0, MPI_Aint{1} << 62));
    expect(put(far, 1), NC_EINVAL, "behind everything");
    const Type behind(blocks(25, 1, 4));
    expect(put(behind, 25), NC_EEDGE, "25 of 24");
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, 4};
    const MPI_Datatype members[] = {MPI_INT, MPI_FLOAT};
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, lengths, places, members, &made);
    const Type mixture(made);
    expect(put(mixture, 2), NC_EMULTITYPES, "ints and floats");
    const bool odd = rank() == ranks() - 1;
    const int code = put(odd ? MPI_FLOAT : two, odd ? 1 : 2);
    expect(code, odd ? NC_ETYPE_MISMATCH : NC_NOERR, "on one rank");
    close_file(file.ncid);
}

void modes_and_ids() {
    const Sample file = define_sample();
    int value = 0;
    expect(ncmpi_put_vard_all(file.ncid, file.fixed, MPI_INT, &value, 1, MPI_INT), NC_EINDEFINE);
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_put_vard(file.ncid, file.fixed, MPI_INT, &value, 1, MPI_INT), NC_ENOTINDEP);
    expect(ncmpi_get_vard_all(file.ncid, 99, MPI_INT, &value, 1, MPI_INT), NC_ENOTVAR);
    expect(ncmpi_get_vard_all(file.ncid, NC_GLOBAL, MPI_INT, &value, 1, MPI_INT), NC_EGLOBAL);
    expect(ncmpi_get_vard_all(-5, 0, MPI_INT, &value, 1, MPI_INT), NC_EBADID);
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"columns_of_a_fixed_variable", columns_of_a_fixed_variable},
                {"records", records},
                {"records_of_two_variables", records_of_two_variables},
                {"order_of_the_type_map", order_of_the_type_map},
                {"nothing", nothing},
                {"wrong_types", wrong_types},
                {"modes_and_ids", modes_and_ids}});
}

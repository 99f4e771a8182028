// SPDX-License-Identifier: BSD-3-Clause
// The kinds of access: bounds of empty accesses, scalars, maps, lists, NULL arrays.
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

std::vector<int> counting(int count, int from = 0) {
    std::vector<int> values;
    for (int i = 0; i < count; ++i) values.push_back(from + i);
    return values;
}

int get_empty(const Sample& file, MPI_Offset y, MPI_Offset x, MPI_Offset count_y,
              MPI_Offset count_x) {
    const MPI_Offset start[] = {y, x};
    const MPI_Offset count[] = {count_y, count_x};
    std::vector<int> values(24);
    return ncmpi_get_vara_int_all(file.ncid, file.fixed, start, count, values.data());
}

void relaxed_bounds() {
    const Sample file = sample();
    ok(get_empty(file, 4, 6, 0, 0), "at the end");
    ok(get_empty(file, 4, 0, 0, 6), "at the end of one dimension");
    ok(get_empty(file, 0, 0, 0, 6), "inside");
    expect(get_empty(file, 4, 0, 1, 6), NC_EINVALCOORDS, "at the end, not empty");
    expect(get_empty(file, 0, 6, 0, 1), NC_EINVALCOORDS, "each dimension by its own count");
    expect(get_empty(file, 5, 0, 0, 0), NC_EINVALCOORDS, "behind the end");
    close_file(file.ncid);
}

void strict_bounds() {
    for (const char* off : {"0", "0x"}) {
        const Variable strict("PNETCDF_RELAX_COORD_BOUND", off);
        const Sample file = sample();
        expect(get_empty(file, 4, 6, 0, 0), NC_EINVALCOORDS, "at the end");
        expect(get_empty(file, 4, 0, 0, 6), NC_EINVALCOORDS, "at the end of one dimension");
        ok(get_empty(file, 0, 0, 0, 6), "inside");
        close_file(file.ncid);
    }
    for (const char* on : {"1", "", "yes"}) {
        const Variable relaxed("PNETCDF_RELAX_COORD_BOUND", on);
        const Sample file = sample();
        ok(get_empty(file, 4, 6, 0, 0), "any other value");
        close_file(file.ncid);
    }
}

/// Scalars have no coordinates to check.
void scalars() {
    const Sample file = sample();
    const MPI_Offset nonsense[] = {-5};
    int value = 11;
    ok(ncmpi_put_vara_int_all(file.ncid, file.scalar, nonsense, nonsense, &value));
    value = 12;
    ok(ncmpi_put_vara_int_all(file.ncid, file.scalar, nullptr, nullptr, &value), "NULL");
    ok(ncmpi_put_vars_int_all(file.ncid, file.scalar, nullptr, nullptr, nonsense, &value));
    ok(ncmpi_put_varm_int_all(file.ncid, file.scalar, nullptr, nullptr, nullptr, nonsense, &value));
    int read = 0;
    ok(ncmpi_get_var1_int_all(file.ncid, file.scalar, nullptr, &read));
    expect_equal(read, 12, "value");
    close_file(file.ncid);
}

void strides_and_maps_may_be_null() {
    const Sample file = sample();
    const MPI_Offset start[] = {1, 2};
    const MPI_Offset count[] = {2, 3};
    const std::vector<int> values = counting(6, 1);
    ok(ncmpi_put_vars_int_all(file.ncid, file.fixed, start, count, nullptr, values.data()));
    std::vector<int> read(6);
    ok(ncmpi_get_varm_int_all(file.ncid, file.fixed, start, count, nullptr, nullptr, read.data()));
    expect_values(read, values, "as vara");
    close_file(file.ncid);
}

/// A map that transposes, with gaps in memory.
void maps() {
    const Sample file = sample();
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, counting(24).data()));
    const MPI_Offset start[] = {0, 1};
    const MPI_Offset count[] = {2, 3};
    const MPI_Offset stride[] = {2, 2};
    const MPI_Offset imap[] = {1, 4};
    std::vector<int> memory(12, -1);
    ok(ncmpi_get_varm_int_all(file.ncid, file.fixed, start, count, stride, imap, memory.data()));
    expect_values(memory, {1, 13, -1, -1, 3, 15, -1, -1, 5, 17, -1, -1}, "read");
    memory = {50, 60, -1, -1, 51, 61, -1, -1, 52, 62, -1, -1};
    ok(ncmpi_put_varm_int_all(file.ncid, file.fixed, start, count, stride, imap, memory.data()));
    std::vector<int> wanted = counting(24);
    wanted[1] = 50, wanted[3] = 51, wanted[5] = 52;
    wanted[13] = 60, wanted[15] = 61, wanted[17] = 62;
    expect_values(values_of(file.ncid, file.fixed, 24), wanted, "written");
    close_file(file.ncid);
}

void lists() {
    const Sample file = sample();
    MPI_Offset a[] = {0, 0};
    MPI_Offset b[] = {3, 4};
    MPI_Offset row[] = {1, 6};
    MPI_Offset pair[] = {1, 2};
    MPI_Offset outside[] = {3, 5};
    MPI_Offset* const starts[] = {a, b};
    MPI_Offset* const counts[] = {row, pair};
    const std::vector<int> values = counting(8, 1);
    ok(ncmpi_put_varn_int_all(file.ncid, file.fixed, 2, starts, counts, values.data()));
    std::vector<int> wanted(24);
    std::copy_n(values.begin(), 6, wanted.begin());
    wanted[22] = 7, wanted[23] = 8;
    expect_values(values_of(file.ncid, file.fixed, 24), wanted, "written");
    MPI_Offset* const no_counts[] = {nullptr, pair};
    std::vector<int> read(3);
    ok(ncmpi_get_varn_int_all(file.ncid, file.fixed, 2, starts, no_counts, read.data()));
    expect_values(read, {1, 7, 8}, "counts[0] NULL is one element");
    ok(ncmpi_get_varn_int_all(file.ncid, file.fixed, 2, starts, nullptr, read.data()));
    expect_values(read, {1, 7, 8}, "counts NULL: single elements");
    MPI_Offset* const no_start[] = {a, nullptr};
    expect(ncmpi_get_varn_int_all(file.ncid, file.fixed, 2, no_start, counts, read.data()),
           NC_ENULLSTART);
    expect(ncmpi_get_varn_int_all(file.ncid, file.fixed, 2, nullptr, counts, read.data()),
           NC_ENULLSTART);
    MPI_Offset* const bad_starts[] = {a, outside};
    expect(ncmpi_get_varn_int_all(file.ncid, file.fixed, 2, bad_starts, counts, read.data()),
           NC_EEDGE);
    ok(ncmpi_get_varn_int_all(file.ncid, file.fixed, 0, nullptr, nullptr, nullptr), "no blocks");
    MPI_Offset* const twice[] = {b, b};
    ok(ncmpi_get_varn_int_all(file.ncid, file.fixed, 2, twice, nullptr, read.data()));
    expect_values<int>({read[0], read[1]}, {7, 7}, "reads may overlap");
    close_file(file.ncid);
}

void lists_of_scalars() {
    const Sample file = sample();
    MPI_Offset* const starts[] = {nullptr, nullptr};
    int value = 9;
    ok(ncmpi_put_varn_int_all(file.ncid, file.scalar, 1, nullptr, nullptr, &value));
    ok(ncmpi_put_varn_int_all(file.ncid, file.scalar, 1, starts, nullptr, &value));
    expect(ncmpi_put_varn_int_all(file.ncid, file.scalar, 2, starts, nullptr, &value), NC_EINVAL);
    ok(ncmpi_put_varn_int_all(file.ncid, file.scalar, 0, nullptr, nullptr, &value), "no element");
    value = 0;
    ok(ncmpi_get_varn_int_all(file.ncid, file.scalar, 1, nullptr, nullptr, &value));
    expect_equal(value, 9, "value");
    close_file(file.ncid);
}

/// Blocks of a list in any order, in records that do not exist yet.
void lists_of_records() {
    const Sample file = sample();
    std::vector<std::vector<MPI_Offset>> places = {{4, 0}, {1, 3}, {0, 5}};
    MPI_Offset* const starts[] = {places[0].data(), places[1].data(), places[2].data()};
    ok(ncmpi_put_varn_int_all(file.ncid, file.record, 3, starts, nullptr, counting(3, 1).data()));
    expect_equal(record_count(file.ncid), 5, "records");
    std::vector<int> read(3);
    ok(ncmpi_get_varn_int_all(file.ncid, file.record, 3, starts, nullptr, read.data()));
    expect_values(read, counting(3, 1), "values");
    close_file(file.ncid);
}

/// put_var on a record variable writes the records that exist.
void whole_record_variable() {
    const Sample file = sample_with_records(2);
    ok(ncmpi_put_var_int_all(file.ncid, file.record, counting(12).data()));
    expect_equal(record_count(file.ncid), 2, "records");
    expect_values(values_of(file.ncid, file.record, 12), counting(12), "values");
    close_file(file.ncid);
}

void multi_variable_calls() {
    const Sample file = sample();
    int ids[] = {file.fixed, file.scalar};
    std::vector<int> table = counting(24);
    int value = 77;
    void* const buffers[] = {table.data(), &value};
    const MPI_Offset sizes[] = {24, 1};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT};
    ok(ncmpi_mput_var_all(file.ncid, 2, ids, buffers, sizes, types));
    std::vector<int> read(24);
    int read_value = 0;
    int* targets[] = {read.data(), &read_value};
    ok(ncmpi_mget_var_int_all(file.ncid, 2, ids, targets));
    expect_values(read, table, "table");
    expect_equal(read_value, 77, "scalar");
    MPI_Offset start[] = {1, 1};
    MPI_Offset count[] = {1, 2};
    MPI_Offset stride[] = {1, 3};
    MPI_Offset* const starts[] = {start, nullptr};
    MPI_Offset* const counts[] = {count, nullptr};
    MPI_Offset* const strides[] = {stride, nullptr};
    ok(ncmpi_mget_vars_int_all(file.ncid, 2, ids, starts, counts, strides, targets));
    expect_values<int>({read[0], read[1]}, {7, 10}, "strided");
    ids[1] = NC_GLOBAL;
    expect(ncmpi_mget_var_int_all(file.ncid, 2, ids, targets), NC_EGLOBAL);
    ok(ncmpi_mput_var_int_all(file.ncid, 0, nullptr, nullptr), "no variables");
    close_file(file.ncid);
}

/// Each part of a multi-variable call follows the rules of a post: no elements in the buffer, no
/// access.
void mput_of_an_empty_buffer() {
    const Sample file = sample_with_records(1);
    int ids[] = {file.record, file.scalar};
    int value = 78;
    void* const buffers[] = {&value, &value};
    const MPI_Offset sizes[] = {0, 1};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT};
    MPI_Offset start[] = {5, 0};
    MPI_Offset count[] = {1, 1};
    MPI_Offset* const starts[] = {start, nullptr};
    MPI_Offset* const counts[] = {count, nullptr};
    ok(ncmpi_mput_vara_all(file.ncid, 2, ids, starts, counts, buffers, sizes, types));
    expect_equal(record_count(file.ncid), 1, "records");
    close_file(file.ncid);
}

void mput_with_an_error_on_one_rank() {
    const Sample file = sample();
    const bool odd = ranks() > 1 && rank() == ranks() - 1;
    int ids[] = {file.scalar, odd ? 99 : file.scalar};
    int value = 5;
    int* buffers[] = {&value, &value};
    expect(ncmpi_mput_var_int_all(file.ncid, 2, ids, buffers), odd ? NC_ENOTVAR : NC_NOERR);
    expect_values(values_of(file.ncid, file.scalar, 1), {5}, "of the other ranks");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"relaxed_bounds", relaxed_bounds},
                {"strict_bounds", strict_bounds},
                {"scalars", scalars},
                {"strides_and_maps_may_be_null", strides_and_maps_may_be_null},
                {"maps", maps},
                {"lists", lists},
                {"lists_of_scalars", lists_of_scalars},
                {"lists_of_records", lists_of_records},
                {"whole_record_variable", whole_record_variable},
                {"multi_variable_calls", multi_variable_calls},
                {"mput_of_an_empty_buffer", mput_of_an_empty_buffer},
                {"mput_with_an_error_on_one_rank", mput_with_an_error_on_one_rank}});
}

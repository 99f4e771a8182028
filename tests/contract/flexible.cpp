// SPDX-License-Identifier: BSD-3-Clause
// The flexible functions: buffers that an MPI datatype describes.
#include <string>

#include "datatype.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

const MPI_Offset start[] = {0, 0};
const MPI_Offset count[] = {2, 6};

MPI_Datatype every_second_int(int ints) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_vector(ints, 1, 2, MPI_INT, &type);
    return type;
}

/// An int and a float.
MPI_Datatype mixture() {
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, 4};
    const MPI_Datatype members[] = {MPI_INT, MPI_FLOAT};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, lengths, places, members, &type);
    return type;
}

int put(const Sample& file, int var, const void* buffer, MPI_Offset size, MPI_Datatype type) {
    return ncmpi_put_vara_all(file.ncid, var, start, count, buffer, size, type);
}

void layouts() {
    const Sample file = sample();
    std::vector<int> sparse(24, -1);
    for (std::size_t i = 0; i < 12; ++i) sparse[2 * i] = static_cast<int>(i);
    const Type type(every_second_int(12));
    ok(put(file, file.fixed, sparse.data(), 1, type));
    std::vector<double> dense(12);
    ok(ncmpi_get_vara_all(file.ncid, file.fixed, start, count, dense.data(), 12, MPI_DOUBLE));
    expect_values(dense, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, "converted, too");
    std::vector<int> read(24, -1);
    ok(ncmpi_get_vara_all(file.ncid, file.fixed, start, count, read.data(), 1, type));
    expect_values(read, sparse, "gaps are left alone");
    close_file(file.ncid);
}

void count_ignore() {
    const Sample file = sample();
    const std::vector<int> values(12, 4);
    const Type type(every_second_int(12));
    ok(put(file, file.fixed, values.data(), NC_COUNT_IGNORE, MPI_INT));
    expect(put(file, file.fixed, values.data(), NC_COUNT_IGNORE, type), NC_EINVAL, "derived");
    expect(put(file, file.fixed, values.data(), -2, MPI_INT), NC_EINVAL, "negative");
    std::vector<int> read(12);
    ok(ncmpi_get_vara_all(file.ncid, file.fixed, start, count, read.data(), NC_COUNT_IGNORE,
                          MPI_INT));
    expect_values(read, values, "values");
    close_file(file.ncid);
}

/// MPI_DATATYPE_NULL: the buffer has the variable's own type, and bufcount is ignored.
void no_datatype() {
    const Sample file = sample();
    std::vector<double> values(12, 0.25);
    ok(put(file, file.real, values.data(), 7, MPI_DATATYPE_NULL));
    ok(put(file, file.real, values.data(), -5, MPI_DATATYPE_NULL));
    ok(put(file, file.real, values.data(), 0, MPI_DATATYPE_NULL));
    std::vector<double> read(12);
    ok(ncmpi_get_vara_all(file.ncid, file.real, start, count, read.data(), 0, MPI_DATATYPE_NULL));
    expect_values(read, values, "values");
    close_file(file.ncid);
}

void mismatches() {
    const Sample file = sample();
    const std::vector<int> values(24);
    expect(put(file, file.fixed, values.data(), 11, MPI_INT), NC_EIOMISMATCH, "too few");
    expect(put(file, file.fixed, values.data(), 13, MPI_INT), NC_EIOMISMATCH, "too many");
    const Type type(every_second_int(5));
    expect(put(file, file.fixed, values.data(), 2, type), NC_EIOMISMATCH, "2 times 5");
    const Type mixed(mixture());
    expect(put(file, file.fixed, values.data(), 6, mixed), NC_EMULTITYPES);
    expect(put(file, file.fixed, values.data(), 12, MPI_C_DOUBLE_COMPLEX), NC_EUNSPTETYPE);
    expect(put(file, file.fixed, values.data(), 12, MPI_CHAR), NC_ECHAR, "text as numbers");
    expect(ncmpi_put_var_all(file.ncid, file.text, values.data(), 6, MPI_INT), NC_ECHAR);
    expect(put(file, NC_GLOBAL, values.data(), 12, mixed), NC_EGLOBAL, "before the buffer");
    expect(ncmpi_put_vara_all(file.ncid, file.fixed, nullptr, count, values.data(), 1, mixed),
           NC_EINVALCOORDS, "coordinates before the buffer");
    close_file(file.ncid);
}

/// A buffer without elements is no access, so no other rank takes part.
void empty_buffers() {
    const Sample file = sample();
    std::vector<int> values(12, 8);
    int request = 5;
    ok(ncmpi_iput_vara(file.ncid, file.fixed, start, count, values.data(), 0, MPI_INT, &request));
    expect_equal(request, NC_REQ_NULL, "request");
    ok(ncmpi_iget_vara(file.ncid, file.fixed, start, count, values.data(), 0, MPI_INT, &request));
    expect_equal(request, NC_REQ_NULL, "request");
    ok(ncmpi_begin_indep_data(file.ncid));
    ok(ncmpi_put_vara(file.ncid, file.fixed, start, count, values.data(), 0, MPI_INT));
    ok(ncmpi_get_vara(file.ncid, file.fixed, start, count, values.data(), 0, MPI_INT));
    ok(ncmpi_end_indep_data(file.ncid));
    expect_values(values, std::vector<int>(12, 8), "nothing is read");
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, 0), "or written");
    const MPI_Offset none[] = {0, 6};
    ok(ncmpi_put_vara_all(file.ncid, file.fixed, start, none, values.data(), 0, MPI_INT));
    close_file(file.ncid);
}

void every_predefined_type() {
    const Sample file = sample();
    const std::vector<long long> zeros(24);
    for (const MPI_Datatype type :
         {MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED,
          MPI_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG, MPI_INT8_T,
          MPI_UINT8_T, MPI_INT64_T, MPI_UINT64_T}) {
        ok(put(file, file.fixed, zeros.data(), 12, type));
    }
    ok(ncmpi_put_var_all(file.ncid, file.text, "abcdef", 6, MPI_CHAR));
    char text[6] = {};
    ok(ncmpi_get_var_all(file.ncid, file.text, text, 6, MPI_CHAR));
    expect_text({text, 6}, "abcdef", "text");
    close_file(file.ncid);
}

/// A buffer that begins at an absolute address.
void absolute_addresses() {
    const Sample file = sample();
    std::vector<int> values(12);
    for (std::size_t i = 0; i < 12; ++i) values[i] = static_cast<int>(i * i);
    MPI_Aint address = 0;
    MPI_Get_address(values.data(), &address);
    const int length = 12;
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(1, &length, &address, MPI_INT, &made);
    const Type type(made);
    ok(put(file, file.fixed, MPI_BOTTOM, 1, type));
    std::vector<int> read(12);
    ok(ncmpi_get_vara_int_all(file.ncid, file.fixed, start, count, read.data()));
    expect_values(read, values, "values");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"layouts", layouts},
                {"count_ignore", count_ignore},
                {"no_datatype", no_datatype},
                {"mismatches", mismatches},
                {"empty_buffers", empty_buffers},
                {"every_predefined_type", every_predefined_type},
                {"absolute_addresses", absolute_addresses}});
}

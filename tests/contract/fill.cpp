// SPDX-License-Identifier: BSD-3-Clause
// Fill modes and fill values.
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

void modes() {
    const Sample file = define_sample();
    int old = -1;
    expect(ncmpi_set_fill(file.ncid, 77, &old), NC_EINVAL);
    ok(ncmpi_set_fill(file.ncid, NC_FILL, &old));
    expect_equal(old, NC_NOFILL, "a refused mode changes nothing");
    ok(ncmpi_set_fill(file.ncid, NC_FILL, &old));
    expect_equal(old, NC_FILL, "old mode");
    ok(ncmpi_set_fill(file.ncid, NC_NOFILL, nullptr), "old mode may be NULL");
    expect(ncmpi_def_var_fill(file.ncid, NC_GLOBAL, 0, nullptr), NC_EGLOBAL);
    expect(ncmpi_def_var_fill(file.ncid, 99, 0, nullptr), NC_ENOTVAR);
    close_file(file.ncid);
}

void expect_no_fill(int ncid, int varid, int wanted, std::string_view what, Place place = here()) {
    int no_fill = -1;
    ok(ncmpi_inq_var_fill(ncid, varid, &no_fill, nullptr), what, place);
    expect_equal(no_fill, wanted, what, place);
}

void modes_of_variables() {
    const Sample file = define_sample();
    expect_no_fill(file.ncid, file.fixed, 1, "the default");
    ok(ncmpi_def_var_fill(file.ncid, file.fixed, 0, nullptr));
    expect_no_fill(file.ncid, file.fixed, 0, "its own mode");
    ok(ncmpi_set_fill(file.ncid, NC_NOFILL, nullptr));
    expect_no_fill(file.ncid, file.fixed, 1, "overridden by set_fill");
    ok(ncmpi_set_fill(file.ncid, NC_FILL, nullptr));
    expect_no_fill(file.ncid, file.fixed, 0, "all variables so far");
    const int later = variable(file.ncid, "later", NC_INT, {});
    expect_no_fill(file.ncid, later, 0, "later ones inherit");
    ok(ncmpi_def_var_fill(file.ncid, later, 1, nullptr));
    expect_no_fill(file.ncid, later, 1, "but may differ");
    expect_no_fill(file.ncid, file.fixed, 0, "the others stay");
    close_file(file.ncid);
}

void own_fill_value() {
    const Sample file = define_sample();
    const int value = -7;
    ok(ncmpi_def_var_fill(file.ncid, file.fixed, 0, &value));
    int stored = 0;
    ok(ncmpi_get_att_int(file.ncid, file.fixed, "_FillValue", &stored));
    expect_equal(stored, -7, "_FillValue");
    int no_fill = -1;
    int fill = 0;
    ok(ncmpi_inq_var_fill(file.ncid, file.fixed, &no_fill, &fill));
    expect_equal(fill, -7, "inq_var_fill");
    ok(ncmpi_inq_var_fill(file.ncid, file.record, &no_fill, &fill));
    expect_equal(fill, NC_FILL_INT, "the default");
    ok(ncmpi_def_var_fill(file.ncid, file.record, 1, &value), "no_fill: the value is ignored");
    expect(ncmpi_get_att_int(file.ncid, file.record, "_FillValue", &stored), NC_ENOTATT);
    ok(ncmpi_inq_var_fill(file.ncid, file.fixed, nullptr, nullptr), "NULL");
    ok(ncmpi_enddef(file.ncid));
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, -7), "filled");
    close_file(file.ncid);
}

template <class T>
void expect_default(int ncid, const char* name, nc_type type, T wanted) {
    const int id = variable(ncid, name, type, {});
    T fill{};
    ok(ncmpi_inq_var_fill(ncid, id, nullptr, &fill), name);
    expect_true(fill == wanted, std::string("default of ") + name);
}

void default_values() {
    const int ncid = create_file(path());
    expect_default<signed char>(ncid, "byte", NC_BYTE, NC_FILL_BYTE);
    expect_default<char>(ncid, "char", NC_CHAR, NC_FILL_CHAR);
    expect_default<short>(ncid, "short", NC_SHORT, NC_FILL_SHORT);
    expect_default<int>(ncid, "int", NC_INT, NC_FILL_INT);
    expect_default<float>(ncid, "float", NC_FLOAT, NC_FILL_FLOAT);
    expect_default<double>(ncid, "double", NC_DOUBLE, NC_FILL_DOUBLE);
    expect_default<unsigned char>(ncid, "ubyte", NC_UBYTE, NC_FILL_UBYTE);
    expect_default<unsigned short>(ncid, "ushort", NC_USHORT, NC_FILL_USHORT);
    expect_default<unsigned int>(ncid, "uint", NC_UINT, NC_FILL_UINT);
    expect_default<long long>(ncid, "int64", NC_INT64, NC_FILL_INT64);
    expect_default<unsigned long long>(ncid, "uint64", NC_UINT64, NC_FILL_UINT64);
    close_file(ncid);
}

/// Fixed variables are filled when define mode ends, new records are not.
void filled_at_enddef() {
    const Sample file = define_sample();
    ok(ncmpi_set_fill(file.ncid, NC_FILL, nullptr));
    ok(ncmpi_def_var_fill(file.ncid, file.bytes, 1, nullptr));
    ok(ncmpi_enddef(file.ncid));
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, NC_FILL_INT), "fixed");
    expect_values(values_of(file.ncid, file.scalar, 1), {NC_FILL_INT}, "scalar");
    std::vector<double> reals(24);
    ok(ncmpi_get_var_double_all(file.ncid, file.real, reals.data()));
    expect_values(reals, std::vector<double>(24, NC_FILL_DOUBLE), "double");
    const MPI_Offset start[] = {1, 0};
    const MPI_Offset count[] = {1, rank() == 0 ? 6 : 0};
    const std::vector<int> values(6, 5);
    ok(ncmpi_put_vara_int_all(file.ncid, file.record, start, count, values.data()));
    expect_values(values_of(file.ncid, file.record, 12), {0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5},
                  "record 0 is not filled by itself");
    meet();
    ok(ncmpi_fill_var_rec(file.ncid, file.record, 0));
    std::vector<int> wanted(12, NC_FILL_INT);
    std::fill(wanted.begin() + 6, wanted.end(), 5);
    expect_values(values_of(file.ncid, file.record, 12), wanted, "but by fill_var_rec");
    close_file(file.ncid);
}

/// Variables added later are filled with all existing records; the old ones keep their values.
void filled_at_redefinition() {
    const Sample file = sample_with_records(3);
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_set_fill(file.ncid, NC_FILL, nullptr));
    const int fixed = variable(file.ncid, "new_fixed", NC_INT, {file.x});
    const int record = variable(file.ncid, "new_record", NC_INT, {file.time, file.x});
    ok(ncmpi_enddef(file.ncid));
    expect_values(values_of(file.ncid, fixed, 6), std::vector<int>(6, NC_FILL_INT), "fixed");
    expect_values(values_of(file.ncid, record, 18), std::vector<int>(18, NC_FILL_INT), "records");
    expect_values(values_of(file.ncid, file.record, 18), std::vector<int>(18, 0), "old");
    close_file(file.ncid);
}

void expect_records(int ncid, int varid, const std::vector<int>& wanted, std::string_view what,
                    Place place = here()) {
    std::vector<int> all;
    for (const int value : wanted) all.insert(all.end(), 6, value);
    expect_values(values_of(ncid, varid, static_cast<MPI_Offset>(all.size())), all, what, place);
}

/// A variable that is filled since a redefinition gets its fill value: in values that are there,
/// and where nobody has written any.
void filled_since_redefinition() {
    Sample file = define_sample();
    const int bare = variable(file.ncid, "bare", NC_INT, {file.time, file.x});
    ok(ncmpi_enddef(file.ncid));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {rank() == 0 ? 2 : 0, 6};
    const std::vector<int> values(12, 5);
    ok(ncmpi_put_vara_int_all(file.ncid, file.record, start, count, values.data()));
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_set_fill(file.ncid, NC_FILL, nullptr));
    ok(ncmpi_enddef(file.ncid));
    expect_records(file.ncid, file.record, {5, 5}, "values stay");
    ok(ncmpi_fill_var_rec(file.ncid, file.record, 1));
    ok(ncmpi_fill_var_rec(file.ncid, bare, 1));
    expect_records(file.ncid, file.record, {5, NC_FILL_INT}, "where values are");
    expect_records(file.ncid, bare, {0, NC_FILL_INT}, "where nothing was");
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_records(ncid, file.record, {5, NC_FILL_INT}, "in the file");
    expect_records(ncid, bare, {0, NC_FILL_INT}, "in the file, where nothing was");
    close_file(ncid);
}

void checks_of_fill_var_rec() {
    Sample file = define_sample();
    const int filled = variable(file.ncid, "filled", NC_INT, {file.time});
    const int value = 3;
    ok(ncmpi_def_var_fill(file.ncid, filled, 0, &value));
    expect(ncmpi_fill_var_rec(file.ncid, NC_GLOBAL, 0), NC_EINDEFINE);
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_fill_var_rec(file.ncid, NC_GLOBAL, 0), NC_EGLOBAL);
    expect(ncmpi_fill_var_rec(file.ncid, 99, 0), NC_ENOTVAR);
    expect(ncmpi_fill_var_rec(file.ncid, file.fixed, 0), NC_ENOTRECVAR);
    expect(ncmpi_fill_var_rec(file.ncid, file.record, 0), NC_ENOTFILL);
    ok(ncmpi_begin_indep_data(file.ncid));
    expect(ncmpi_fill_var_rec(file.ncid, file.record, 0), NC_EINDEP, "before NC_ENOTFILL");
    ok(ncmpi_end_indep_data(file.ncid));
    ok(ncmpi_fill_var_rec(file.ncid, filled, 4));
    expect_equal(record_count(file.ncid), 5, "records");
    const MPI_Offset last = 4;
    int read = 0;
    ok(ncmpi_get_var1_int_all(file.ncid, filled, &last, &read));
    expect_equal(read, 3, "value");
    close_file(file.ncid);
}

/// A file does not store the fill modes of its variables: any program may fill records.
void filled_after_reopening() {
    const Sample file = sample_with_records(1);
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_WRITE);
    int no_fill = -1;
    ok(ncmpi_inq_var_fill(ncid, file.record, &no_fill, nullptr));
    expect_equal(no_fill, 0, "no_fill");
    ok(ncmpi_fill_var_rec(ncid, file.record, 1));
    std::vector<int> wanted(6, 0);
    wanted.resize(12, NC_FILL_INT);
    expect_values(values_of(ncid, file.record, 12), wanted, "the new record");
    close_file(ncid);
}

/// A wrong argument on one rank is an error there, and no rank waits for it.
void wrong_on_one_rank() {
    const Sample file = define_sample();
    ok(ncmpi_set_fill(file.ncid, NC_FILL, nullptr));
    ok(ncmpi_enddef(file.ncid));
    for (const int wrong : {NC_GLOBAL, 99, file.fixed}) {
        const bool odd = rank() == ranks() - 1;
        const int code = ncmpi_fill_var_rec(file.ncid, odd ? wrong : file.record, 0);
        if (odd) expect_true(code != NC_NOERR, "variable " + std::to_string(wrong));
        ok(ncmpi_sync(file.ncid), "the next collective call");
    }
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"modes", modes},
                {"modes_of_variables", modes_of_variables},
                {"own_fill_value", own_fill_value},
                {"default_values", default_values},
                {"filled_at_enddef", filled_at_enddef},
                {"filled_at_redefinition", filled_at_redefinition},
                {"filled_since_redefinition", filled_since_redefinition},
                {"checks_of_fill_var_rec", checks_of_fill_var_rec},
                {"filled_after_reopening", filled_after_reopening},
                {"wrong_on_one_rank", wrong_on_one_rank}});
}

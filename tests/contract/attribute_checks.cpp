// SPDX-License-Identifier: BSD-3-Clause
// Attributes: the order of the checks, _FillValue, data mode, copies and numbers.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

const std::string long_name(NC_MAX_NAME + 1, 'n');

int put_int(int ncid, int varid, const char* name, nc_type type, MPI_Offset count,
            const int* values) {
    return ncmpi_put_att_int(ncid, varid, name, type, count, values);
}

void order_of_put() {
    const Sample file = define_sample(NC_CLOBBER);
    const int ncid = file.ncid;
    const int values[] = {1, 300};
    expect(put_int(ncid, 99, nullptr, 0, -1, nullptr), NC_ENOTVAR);
    expect(put_int(ncid, -2, nullptr, 0, -1, nullptr), NC_ENOTVAR);
    expect(put_int(ncid, NC_GLOBAL, nullptr, 0, -1, nullptr), NC_EBADNAME, "NULL");
    expect(put_int(ncid, NC_GLOBAL, "", 0, -1, nullptr), NC_EBADNAME, "empty");
    expect(put_int(ncid, NC_GLOBAL, (long_name + "/").c_str(), 0, -1, nullptr), NC_EMAXNAME);
    expect(put_int(ncid, NC_GLOBAL, "a/b", 0, -1, nullptr), NC_EBADNAME, "illegal");
    expect(put_int(ncid, NC_GLOBAL, "a", 0, -1, nullptr), NC_EBADTYPE, "NC_NAT");
    expect(put_int(ncid, NC_GLOBAL, "a", NC_STRING, -1, nullptr), NC_EBADTYPE, "string");
    expect(put_int(ncid, NC_GLOBAL, "a", NC_UINT64, -1, nullptr), NC_ESTRICTCDF2);
    expect(put_int(ncid, NC_GLOBAL, "a", NC_CHAR, -1, nullptr), NC_ECHAR);
    expect(put_int(ncid, NC_GLOBAL, "a", NC_BYTE, -1, nullptr), NC_EINVAL, "negative");
    expect(put_int(ncid, NC_GLOBAL, "a", NC_BYTE, MPI_Offset{NC_MAX_INT} + 1, values), NC_EINVAL);
    expect(put_int(ncid, NC_GLOBAL, "a", NC_BYTE, 1, nullptr), NC_EINVAL, "buf NULL");
    expect(put_int(ncid, NC_GLOBAL, "a", NC_BYTE, 2, values), NC_ERANGE, "300");
    ok(ncmpi_enddef(ncid));
    expect(put_int(ncid, NC_GLOBAL, "b", NC_BYTE, 1, nullptr), NC_EINVAL, "in data mode");
    expect(put_int(ncid, NC_GLOBAL, "b", NC_BYTE, 2, values), NC_ENOTINDEFINE, "before ERANGE");
    close_file(ncid);
}

void in_a_file_for_reading() {
    const Sample file = sample_for_reading(1);
    const int value = 1;
    expect(put_int(file.ncid, 99, nullptr, 0, -1, nullptr), NC_EPERM);
    expect(put_int(file.ncid, NC_GLOBAL, "a", NC_INT, 1, &value), NC_EPERM);
    expect(ncmpi_del_att(file.ncid, NC_GLOBAL, "a"), NC_EPERM);
    expect(ncmpi_rename_att(file.ncid, NC_GLOBAL, "a", "b"), NC_EPERM);
    expect(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", file.ncid, 0), NC_EPERM);
    close_file(file.ncid);
}

void order_of_get() {
    const Sample file = define_sample();
    const int large = 300;
    ok(put_int(file.ncid, NC_GLOBAL, "number", NC_INT, 1, &large));
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "text", 2, "ab"));
    signed char byte = 0;
    expect(ncmpi_get_att_schar(file.ncid, 99, nullptr, nullptr), NC_ENOTVAR);
    expect(ncmpi_get_att_schar(file.ncid, NC_GLOBAL, nullptr, nullptr), NC_EBADNAME);
    expect(ncmpi_get_att_schar(file.ncid, NC_GLOBAL, "none", nullptr), NC_ENOTATT);
    expect(ncmpi_get_att_schar(file.ncid, NC_GLOBAL, "text", nullptr), NC_ECHAR);
    expect(ncmpi_get_att_text(file.ncid, NC_GLOBAL, "number", nullptr), NC_ECHAR);
    expect(ncmpi_get_att_schar(file.ncid, NC_GLOBAL, "number", nullptr), NC_EINVAL);
    expect(ncmpi_get_att_schar(file.ncid, NC_GLOBAL, "number", &byte), NC_ERANGE);
    close_file(file.ncid);
}

/// The file keeps a value out of range as the type's fill value, and stays usable.
void out_of_range_is_stored() {
    const Sample file = define_sample();
    const int values[] = {1, 300, 3};
    expect(put_int(file.ncid, NC_GLOBAL, "a", NC_BYTE, 3, values), NC_ERANGE);
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    std::vector<int> read(3);
    ok(ncmpi_get_att_int(ncid, NC_GLOBAL, "a", read.data()));
    expect_values(read, {1, NC_FILL_BYTE, 3}, "stored");
    close_file(ncid);
}

void zero_length() {
    Sample file = define_sample();
    ok(put_int(file.ncid, NC_GLOBAL, "none", NC_INT, 0, nullptr));
    ok(ncmpi_put_att_text(file.ncid, file.fixed, "text", 0, nullptr));
    ok(ncmpi_put_att_text(file.ncid, file.fixed, "text", 0, ""), "overwritten");
    close_file(file.ncid);
    file.ncid = open_file(path(), NC_NOWRITE);
    nc_type type = 0;
    MPI_Offset length = -1;
    ok(ncmpi_inq_att(file.ncid, NC_GLOBAL, "none", &type, &length));
    expect_equal(type, NC_INT, "type");
    expect_equal(length, 0, "length");
    int untouched = 17;
    ok(ncmpi_get_att_int(file.ncid, NC_GLOBAL, "none", &untouched));
    expect_equal(untouched, 17, "nothing is read");
    close_file(file.ncid);
}

void fill_values() {
    const Sample file = define_sample();
    const int values[] = {4, 5};
    const double real = 4;
    expect(ncmpi_put_att_int(file.ncid, file.fixed, "_FillValue", NC_SHORT, 2, values), NC_EBADTYPE,
           "before the number of values");
    expect(put_int(file.ncid, file.fixed, "_FillValue", NC_INT, 2, values), NC_EINVAL, "two");
    expect(put_int(file.ncid, file.fixed, "_FillValue", NC_INT, 0, values), NC_EINVAL, "none");
    ok(ncmpi_put_att_double(file.ncid, file.fixed, "_FillValue", NC_INT, 1, &real), "as a double");
    ok(put_int(file.ncid, NC_GLOBAL, "_FillValue", NC_SHORT, 2, values), "global: no rules");
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_redef(file.ncid));
    expect(put_int(file.ncid, file.fixed, "_FillValue", NC_INT, 1, values), NC_ELATEFILL);
    const int later = variable(file.ncid, "later", NC_INT, {});
    ok(put_int(file.ncid, later, "_FillValue", NC_INT, 1, values), "a new variable");
    ok(ncmpi_enddef(file.ncid));
    ok(put_int(file.ncid, later, "_FillValue", NC_INT, 1, values + 1), "overwritten in data mode");
    expect(put_int(file.ncid, file.record, "_FillValue", NC_INT, 1, values), NC_ENOTINDEFINE,
           "a new one in data mode");
    close_file(file.ncid);
}

/// Changes that do not make the header grow are allowed in data mode, and written at once.
void data_mode() {
    Sample file = define_sample();
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 5, "abcde"));
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 3, "xyz"), "shorter");
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 4, "wxyz"), "as long as what is there");
    expect(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 9, "123456789"), NC_ENOTINDEFINE);
    expect(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "new", 1, "n"), NC_ENOTINDEFINE, "a new one");
    expect(ncmpi_del_att(file.ncid, NC_GLOBAL, "title"), NC_ENOTINDEFINE, "del_att");
    expect(ncmpi_rename_att(file.ncid, NC_GLOBAL, "title", "titles"), NC_ENOTINDEFINE, "longer");
    ok(ncmpi_rename_att(file.ncid, NC_GLOBAL, "title", "name"), "shorter");
    close_file(file.ncid);
    file.ncid = open_file(path(), NC_NOWRITE);
    char text[5] = "";
    ok(ncmpi_get_att_text(file.ncid, NC_GLOBAL, "name", text));
    expect_text(text, "wxyz", "value");
    close_file(file.ncid);
}

void order_of_rename_and_delete() {
    const Sample file = define_sample();
    for (const char* name : {"a", "b", "c"}) {
        ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, name, 1, name));
    }
    expect(ncmpi_rename_att(file.ncid, 99, nullptr, nullptr), NC_ENOTVAR);
    expect(ncmpi_rename_att(file.ncid, NC_GLOBAL, "none", "new"), NC_ENOTATT);
    expect(ncmpi_rename_att(file.ncid, NC_GLOBAL, "a", "b"), NC_ENAMEINUSE);
    expect(ncmpi_rename_att(file.ncid, NC_GLOBAL, "a", "x/y"), NC_EBADNAME);
    expect(ncmpi_rename_att(file.ncid, NC_GLOBAL, "a", long_name.c_str()), NC_EMAXNAME);
    expect(ncmpi_del_att(file.ncid, 99, "a"), NC_ENOTVAR);
    expect(ncmpi_del_att(file.ncid, NC_GLOBAL, "none"), NC_ENOTATT);
    ok(ncmpi_rename_att(file.ncid, NC_GLOBAL, "a", "first"), "keeps its number");
    int number = -1;
    ok(ncmpi_inq_attid(file.ncid, NC_GLOBAL, "first", &number));
    expect_equal(number, 0, "number");
    close_file(file.ncid);
}

/// The numbers of attributes behind a deleted one fall; a new one comes last.
void numbers_after_delete() {
    const Sample file = define_sample();
    for (const char* name : {"a", "b", "c", "d"}) {
        ok(ncmpi_put_att_text(file.ncid, file.fixed, name, 1, name));
    }
    ok(ncmpi_del_att(file.ncid, file.fixed, "b"));
    ok(ncmpi_put_att_text(file.ncid, file.fixed, "b", 1, "B"));
    ok(ncmpi_put_att_text(file.ncid, file.fixed, "a", 1, "A"), "overwritten in place");
    std::string order;
    for (int i = 0; i < 4; ++i) {
        char name[NC_MAX_NAME + 1] = "";
        ok(ncmpi_inq_attname(file.ncid, file.fixed, i, name));
        order += name;
    }
    expect_text(order, "acdb", "order");
    char name[NC_MAX_NAME + 1] = "";
    expect(ncmpi_inq_attname(file.ncid, file.fixed, 4, name), NC_ENOTATT);
    expect(ncmpi_inq_attname(file.ncid, file.fixed, -1, name), NC_ENOTATT);
    int number = -1;
    ok(ncmpi_inq_attid(file.ncid, file.fixed, "d", &number));
    expect_equal(number, 2, "number of d");
    close_file(file.ncid);
}

void copies() {
    const Sample file = define_sample();
    const int numbers[] = {7, 8, 9};
    ok(put_int(file.ncid, NC_GLOBAL, "a", NC_INT, 3, numbers));
    const int other = create_file(path(".other.nc"), NC_CLOBBER);
    ok(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", other, NC_GLOBAL), "to another file");
    ok(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", file.ncid, file.fixed), "to a variable");
    ok(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", file.ncid, NC_GLOBAL), "onto itself");
    std::vector<int> read(3);
    ok(ncmpi_get_att_int(other, NC_GLOBAL, "a", read.data()));
    expect_values(read, {7, 8, 9}, "copied");
    ok(put_int(file.ncid, NC_GLOBAL, "a", NC_INT, 1, numbers + 2));
    ok(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", other, NC_GLOBAL), "replaces");
    MPI_Offset length = 0;
    ok(ncmpi_inq_attlen(other, NC_GLOBAL, "a", &length));
    expect_equal(length, 1, "length");
    const unsigned value = 1;
    ok(ncmpi_put_att_uint(file.ncid, NC_GLOBAL, "new_type", NC_UINT, 1, &value));
    expect(ncmpi_copy_att(file.ncid, NC_GLOBAL, "new_type", other, NC_GLOBAL), NC_ESTRICTCDF2);
    expect(ncmpi_copy_att(file.ncid, NC_GLOBAL, "none", other, NC_GLOBAL), NC_ENOTATT);
    expect(ncmpi_copy_att(file.ncid, 99, "a", other, NC_GLOBAL), NC_ENOTVAR);
    expect(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", other, 99), NC_ENOTVAR);
    expect(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", 77, NC_GLOBAL), NC_EBADID);
    ok(ncmpi_enddef(other));
    ok(put_int(file.ncid, NC_GLOBAL, "b", NC_INT, 3, numbers));
    expect(ncmpi_copy_att(file.ncid, NC_GLOBAL, "b", other, NC_GLOBAL), NC_ENOTINDEFINE);
    ok(ncmpi_copy_att(file.ncid, NC_GLOBAL, "a", other, NC_GLOBAL), "no longer, in data mode");
    close_file(file.ncid);
    close_file(other);
}

/// A rank with wrong arguments gets its error, and no rank waits for it.
void wrong_on_one_rank_in_data_mode() {
    const Sample file = define_sample();
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "title", 5, "abcde"));
    ok(ncmpi_enddef(file.ncid));
    const bool odd = ranks() > 1 && rank() == ranks() - 1;
    const char* const wrong = "no/name";
    const int put = ncmpi_put_att_text(file.ncid, NC_GLOBAL, odd ? wrong : "title", 5, "fghij");
    if (odd) expect(put, NC_EBADNAME, "put_att");
    const int renamed = ncmpi_rename_att(file.ncid, NC_GLOBAL, "title", odd ? wrong : "name");
    if (odd) expect(renamed, NC_EBADNAME, "rename_att");
    const int var = ncmpi_rename_var(file.ncid, odd ? 99 : file.fixed, "f");
    if (odd) expect(var, NC_ENOTVAR, "rename_var");
    const int dim = ncmpi_rename_dim(file.ncid, odd ? 99 : file.x, "X");
    if (odd) expect(dim, NC_EBADDIM, "rename_dim");
    const std::vector<int> values(24, 3);
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()), "the next collective call");
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "a", 900, std::string(900, 'a').c_str()));
    ok(ncmpi_enddef(file.ncid), "the next change of the definition");
    expect_values(values_of(file.ncid, file.fixed, 24), values, "values");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"order_of_put", order_of_put},
                {"in_a_file_for_reading", in_a_file_for_reading},
                {"order_of_get", order_of_get},
                {"out_of_range_is_stored", out_of_range_is_stored},
                {"zero_length", zero_length},
                {"fill_values", fill_values},
                {"data_mode", data_mode},
                {"order_of_rename_and_delete", order_of_rename_and_delete},
                {"numbers_after_delete", numbers_after_delete},
                {"copies", copies},
                {"wrong_on_one_rank_in_data_mode", wrong_on_one_rank_in_data_mode}});
}

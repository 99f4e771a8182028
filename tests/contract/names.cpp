// SPDX-License-Identifier: BSD-3-Clause
// Names of dimensions, variables and attributes.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

const std::string composed = "caf\xC3\xA9";     // e with acute as one code point
const std::string decomposed = "cafe\xCC\x81";  // e and a combining acute

void illegal_names() {
    const int ncid = create_file(path());
    const int value = 1;
    for (const std::string& name :
         {std::string("/"), std::string("a/b"), std::string("a\nb"), std::string("a\x7F"),
          std::string("\x01"), std::string("tail "), std::string(" head"), std::string("-dash"),
          std::string("+plus"), std::string(".dot"), std::string("(x)"), std::string("@"),
          std::string("bad\xFF"), std::string("short\xC3")}) {
        expect(ncmpi_def_dim(ncid, name.c_str(), 1, nullptr), NC_EBADNAME, "dim " + name);
        expect(ncmpi_def_var(ncid, name.c_str(), NC_INT, 0, nullptr, nullptr), NC_EBADNAME,
               "var " + name);
        expect(ncmpi_put_att_int(ncid, NC_GLOBAL, name.c_str(), NC_INT, 1, &value), NC_EBADNAME,
               "att " + name);
        // Nothing can have such a name, so a search does not find it.
        int found = 0;
        expect(ncmpi_inq_dimid(ncid, name.c_str(), &found), NC_EBADDIM, "dimid " + name);
        expect(ncmpi_inq_varid(ncid, name.c_str(), &found), NC_ENOTVAR, "varid " + name);
        expect(ncmpi_inq_attid(ncid, NC_GLOBAL, name.c_str(), &found), NC_ENOTATT, "attid " + name);
        expect(ncmpi_get_att_int(ncid, NC_GLOBAL, name.c_str(), &found), NC_ENOTATT, "get " + name);
    }
    close_file(ncid);
}

void legal_names() {
    const std::vector<std::string> names = {"a",     "Z",       "_x",           "0digit", "a b c",
                                            "a-b+c", "x(1)@.#", "\xE6\xB5\xB7", "m\\n",   composed};
    int ncid = create_file(path());
    for (const std::string& name : names) {
        ok(ncmpi_def_dim(ncid, name.c_str(), 1, nullptr), name);
        ok(ncmpi_def_var(ncid, name.c_str(), NC_INT, 0, nullptr, nullptr), name);
        ok(ncmpi_put_att_text(ncid, NC_GLOBAL, name.c_str(), 1, "x"), name);
    }
    close_file(ncid);
    ncid = open_file(path(), NC_NOWRITE);
    for (std::size_t i = 0; i < names.size(); ++i) {
        int id = -1;
        char found[NC_MAX_NAME + 1] = "";
        ok(ncmpi_inq_varid(ncid, names[i].c_str(), &id), names[i]);
        expect_equal(id, static_cast<int>(i), names[i]);
        ok(ncmpi_inq_dimname(ncid, static_cast<int>(i), found));
        expect_text(found, names[i], "name of a dimension");
        ok(ncmpi_inq_attname(ncid, NC_GLOBAL, static_cast<int>(i), found));
        expect_text(found, names[i], "name of an attribute");
    }
    close_file(ncid);
}

/// Names are stored in Unicode's normal form C, so both spellings are one name.
void equal_spellings() {
    const int ncid = create_file(path());
    const int x = dimension(ncid, decomposed.c_str(), 2);
    expect(ncmpi_def_dim(ncid, composed.c_str(), 3, nullptr), NC_ENAMEINUSE, "dimension");
    const int v = variable(ncid, decomposed.c_str(), NC_INT, {x});
    expect(ncmpi_def_var(ncid, composed.c_str(), NC_INT, 0, nullptr, nullptr), NC_ENAMEINUSE);
    char found[NC_MAX_NAME + 1] = "";
    ok(ncmpi_inq_varname(ncid, v, found));
    expect_text(found, composed, "stored in its normal form");
    int id = -1;
    for (const std::string& spelling : {composed, decomposed}) {
        ok(ncmpi_inq_dimid(ncid, spelling.c_str(), &id));
        expect_equal(id, x, "dimension");
        ok(ncmpi_inq_varid(ncid, spelling.c_str(), &id));
        expect_equal(id, v, "variable");
    }
    ok(ncmpi_put_att_text(ncid, v, composed.c_str(), 1, "1"));
    ok(ncmpi_put_att_text(ncid, v, decomposed.c_str(), 1, "2"));
    int count = 0;
    ok(ncmpi_inq_varnatts(ncid, v, &count));
    expect_equal(count, 1, "attributes");
    char value = ' ';
    ok(ncmpi_get_att_text(ncid, v, composed.c_str(), &value));
    expect_equal(value, '2', "overwritten");
    close_file(ncid);
}

/// A new name is longer if its normal form is.
void renaming_in_data_mode() {
    const int ncid = create_file(path());
    const int v = variable(ncid, "abcde", NC_INT, {});
    ok(ncmpi_enddef(ncid));
    expect_equal(static_cast<int>(decomposed.size()), 6, "longer as given");
    ok(ncmpi_rename_var(ncid, v, decomposed.c_str()), "5 bytes in its normal form");
    expect(ncmpi_rename_var(ncid, v, "abcdef"), NC_ENOTINDEFINE, "6 bytes");
    close_file(ncid);
}

void cases_differ() {
    const int ncid = create_file(path());
    const int lower = variable(ncid, "name", NC_INT, {});
    const int upper = variable(ncid, "NAME", NC_INT, {});
    expect_true(lower != upper, "two variables");
    close_file(ncid);
}

/// Many variables, found by name after reopening.
void many_names() {
    constexpr int many = 3000;
    int ncid = create_file(path());
    for (int i = 0; i < many; ++i) {
        if (variable(ncid, ("variable_" + std::to_string(i)).c_str(), NC_BYTE, {}) != i) break;
    }
    close_file(ncid);
    ncid = open_file(path(), NC_NOWRITE);
    for (int i = 0; i < many; i += 7) {
        int id = -1;
        const int code = ncmpi_inq_varid(ncid, ("variable_" + std::to_string(i)).c_str(), &id);
        if (code != NC_NOERR || id != i) fail("variable " + std::to_string(i), here());
    }
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"illegal_names", illegal_names},
                {"legal_names", legal_names},
                {"equal_spellings", equal_spellings},
                {"renaming_in_data_mode", renaming_in_data_mode},
                {"cases_differ", cases_differ},
                {"many_names", many_names}});
}

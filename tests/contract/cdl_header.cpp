// SPDX-License-Identifier: BSD-3-Clause
// Headers in CDL: cdl_hdr_open on each rank alone.
#include <weft.h>

#include <cmath>
#include <cstring>
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr int unknown_id = 1 << 20;

const std::string everything = R"(netcdf everything {
// file format: CDF-5 (big variables)
dimensions:
    time = UNLIMITED ; // (3 currently)
    x = 4, y = 6 ;
variables:
    float field(time, y, x) ;
        field:units = "m s-1" ;
        field:range = -1.5f, 1.e+20f ;
        field:_FillValue = -999 ;
    int \1st\ one ;
        \1st\ one:flags = 1UB, 255UB ;
        \1st\ one:big = -9223372036854775807LL, 2LL ;
    char text(x) ;

// global attributes:
        :title = "one\n",
            "two" ;
        :empty = "" ;
        :scale = 0.1, NaN ;
        :counts = 7, -8 ;
data:

 field = this is not looked at
)";

/// Written again after all ranks have read the last text.
std::string text_file(const std::string& text) {
    meet();
    make_file(path(".cdl"), text);
    return path(".cdl");
}

int open_text(const std::string& text, int wanted = NC_NOERR, Place place = here()) {
    int hid = -2;
    expect(cdl_hdr_open(text_file(text).c_str(), &hid), wanted, text.substr(0, 60), place);
    if (wanted != NC_NOERR) expect_equal(hid, -1, "id after a failure", place);
    return hid;
}

struct Attribute {
    char* name = nullptr;
    nc_type type = NC_NAT;
    MPI_Offset count = -1;
    void* values = nullptr;

    Attribute(int hid, int varid, int id) {
        ok(cdl_hdr_inq_attr(hid, varid, id, &name, &type, &count, &values));
    }
    template <class T>
    [[nodiscard]] T at(int i) const {
        T value;
        std::memcpy(&value, static_cast<const char*>(values) + i * sizeof(T), sizeof value);
        return value;
    }
};

void dimensions_and_variables() {
    const int hid = open_text(everything);
    int value = -1;
    ok(cdl_hdr_inq_format(hid, &value));
    expect_equal(value, NC_FORMAT_CDF5, "format of the comment");
    ok(cdl_hdr_inq_ndims(hid, &value));
    expect_equal(value, 3, "dimensions");
    char* name = nullptr;
    MPI_Offset size = -1;
    ok(cdl_hdr_inq_dim(hid, 0, &name, &size));
    expect_text(name, "time", "name");
    expect_equal(size, NC_UNLIMITED, "unlimited");
    ok(cdl_hdr_inq_dim(hid, 2, &name, &size));
    expect_text(name, "y", "name");
    expect_equal(size, 6, "length");
    ok(cdl_hdr_inq_nvars(hid, &value));
    expect_equal(value, 3, "variables");
    nc_type type = NC_NAT;
    int* ids = nullptr;
    ok(cdl_hdr_inq_var(hid, 0, &name, &type, &value, &ids));
    expect_text(name, "field", "name");
    expect_equal(type, NC_FLOAT, "type");
    expect_values(std::vector<int>(ids, ids + value), {0, 2, 1}, "dimensions");
    ok(cdl_hdr_inq_var(hid, 1, &name, &type, &value, nullptr));
    expect_text(name, "1st one", "name without its backslashes");
    expect_equal(type, NC_INT, "type");
    expect_equal(value, 0, "dimensions of a scalar");
    ok(cdl_hdr_close(hid));
}

void attributes() {
    const int hid = open_text(everything);
    int count = -1;
    ok(cdl_hdr_inq_nattrs(hid, NC_GLOBAL, &count));
    expect_equal(count, 4, "global attributes");
    ok(cdl_hdr_inq_nattrs(hid, 0, &count));
    expect_equal(count, 3, "attributes of a variable");
    ok(cdl_hdr_inq_nattrs(hid, 2, &count));
    expect_equal(count, 0, "of one without");

    const Attribute title(hid, NC_GLOBAL, 0);
    expect_text(title.name, "title", "name");
    expect_equal(title.type, NC_CHAR, "type");
    expect_equal(title.count, 7, "length");
    expect_text(static_cast<const char*>(title.values), "one\ntwo", "text with a zero behind it");
    const Attribute empty(hid, NC_GLOBAL, 1);
    expect_equal(empty.count, 0, "length of empty text");
    const Attribute scale(hid, NC_GLOBAL, 2);
    expect_equal(scale.type, NC_DOUBLE, "type");
    expect_true(scale.at<double>(0) == 0.1 && std::isnan(scale.at<double>(1)), "doubles");
    const Attribute counts(hid, NC_GLOBAL, 3);
    expect_values(std::vector{counts.at<int>(0), counts.at<int>(1)}, {7, -8}, "ints");

    const Attribute range(hid, 0, 1);
    expect_true(range.at<float>(0) == -1.5F && range.at<float>(1) == 1e20F, "floats");
    const Attribute fill(hid, 0, 2);
    expect_equal(fill.type, NC_FLOAT, "a fill value has the type of its variable");
    expect_true(fill.at<float>(0) == -999.F, "fill value");
    const Attribute flags(hid, 1, 0);
    expect_equal(flags.type, NC_UBYTE, "type");
    expect_equal(flags.at<unsigned char>(1), 255, "unsigned byte");
    const Attribute big(hid, 1, 1);
    expect_equal(big.at<long long>(0), -9223372036854775807LL, "64 bits");
    ok(cdl_hdr_close(hid));
}

/// Makes a file from a header, as from_cdl programs do.
void header_as_template() {
    const int hid = open_text(everything);
    const int ncid = create_file(path());
    char* name = nullptr;
    MPI_Offset size = 0;
    for (int id = 0; cdl_hdr_inq_dim(hid, id, &name, &size) == NC_NOERR; ++id) {
        ok(ncmpi_def_dim(ncid, name, size, nullptr), name);
    }
    nc_type type = NC_NAT;
    int count = 0;
    int* ids = nullptr;
    for (int id = 0; cdl_hdr_inq_var(hid, id, &name, &type, &count, &ids) == NC_NOERR; ++id) {
        ok(ncmpi_def_var(ncid, name, type, count, ids, nullptr), name);
    }
    for (int id = NC_GLOBAL; cdl_hdr_inq_nattrs(hid, id, &count) == NC_NOERR; ++id) {
        for (int i = 0; i < count; ++i) {
            const Attribute a(hid, id, i);
            ok(ncmpi_put_att(ncid, id, a.name, a.type, a.count, a.values), a.name);
        }
    }
    ok(cdl_hdr_close(hid));
    long long big[2] = {};
    ok(ncmpi_get_att_longlong(ncid, 1, "big", big));
    expect_equal(big[0], -9223372036854775807LL, "attribute in the file");
    close_file(ncid);
}

void formats() {
    const struct {
        const char* text;
        int format;
    } cases[] = {
        {"netcdf a { }", NC_FORMAT_CLASSIC},
        {"netcdf a {\n// file format: CDF-1\n}", NC_FORMAT_CLASSIC},
        {"netcdf a {\n// file format: CDF-2 (large file)\n}", NC_FORMAT_CDF2},
        {"netcdf a { :_Format = \"64-bit offset\" ; }", NC_FORMAT_CDF2},
        {"netcdf a { :_Format = \"cdf5\" ; }", NC_FORMAT_CDF5},
        {"netcdf a { variables: uint64 v; }", NC_FORMAT_CDF5},
    };
    for (const auto& one : cases) {
        const int hid = open_text(one.text);
        int format = -1;
        ok(cdl_hdr_inq_format(hid, &format));
        expect_equal(format, one.format, one.text);
        ok(cdl_hdr_close(hid));
    }
}

void outputs_may_be_null() {
    const int hid = open_text(everything);
    ok(cdl_hdr_inq_format(hid, nullptr));
    ok(cdl_hdr_inq_ndims(hid, nullptr));
    ok(cdl_hdr_inq_dim(hid, 0, nullptr, nullptr));
    ok(cdl_hdr_inq_nvars(hid, nullptr));
    ok(cdl_hdr_inq_var(hid, 0, nullptr, nullptr, nullptr, nullptr));
    ok(cdl_hdr_inq_nattrs(hid, NC_GLOBAL, nullptr));
    ok(cdl_hdr_inq_attr(hid, NC_GLOBAL, 0, nullptr, nullptr, nullptr, nullptr));
    ok(cdl_hdr_close(hid));
}

void unknown_ids() {
    const int hid = open_text(everything);
    for (const int id : {-2, 3, unknown_id}) {
        expect(cdl_hdr_inq_dim(hid, id, nullptr, nullptr), NC_EBADDIM);
        expect(cdl_hdr_inq_var(hid, id, nullptr, nullptr, nullptr, nullptr), NC_ENOTVAR);
        expect(cdl_hdr_inq_nattrs(hid, id, nullptr), NC_ENOTVAR);
        expect(cdl_hdr_inq_attr(hid, id, 0, nullptr, nullptr, nullptr, nullptr), NC_ENOTVAR);
        expect(cdl_hdr_inq_attr(hid, 0, id, nullptr, nullptr, nullptr, nullptr), NC_ENOTATT);
    }
    ok(cdl_hdr_close(hid));
    for (const int id : {hid, -1, unknown_id}) {
        expect(cdl_hdr_inq_format(id, nullptr), NC_EBADID);
        expect(cdl_hdr_inq_ndims(id, nullptr), NC_EBADID);
        expect(cdl_hdr_inq_dim(id, 0, nullptr, nullptr), NC_EBADID);
        expect(cdl_hdr_inq_nvars(id, nullptr), NC_EBADID);
        expect(cdl_hdr_inq_var(id, 0, nullptr, nullptr, nullptr, nullptr), NC_EBADID);
        expect(cdl_hdr_inq_nattrs(id, 0, nullptr), NC_EBADID);
        expect(cdl_hdr_inq_attr(id, 0, 0, nullptr, nullptr, nullptr, nullptr), NC_EBADID);
        expect(cdl_hdr_close(id), NC_EBADID);
    }
}

void two_at_a_time() {
    const int first = open_text("netcdf a { dimensions: x = 1; }");
    char* name = nullptr;
    ok(cdl_hdr_inq_dim(first, 0, &name, nullptr));
    const int second = open_text("netcdf b { dimensions: y = 2; z = 3; }");
    expect_true(first != second, "two ids");
    int count = -1;
    ok(cdl_hdr_inq_ndims(second, &count));
    expect_equal(count, 2, "dimensions of the second");
    ok(cdl_hdr_close(second));
    expect_text(name, "x", "valid until its own header is closed");
    ok(cdl_hdr_close(first));
}

void what_is_no_cdl() {
    open_text("", NC_ENOTNC);
    open_text("CDF\001", NC_ENOTNC);
    open_text("netcdf a { dimensions: x = 1", NC_ENOTNC);
    const std::string sentence = weft_last_error(-1);
    expect_true(sentence.find("line 1, column 29: expected ';'") != std::string::npos, sentence);
    open_text("netcdf a { dimensions: x = 1; x = 2; }", NC_ENAMEINUSE);
    open_text("netcdf a { variables: int v(x); }", NC_EBADDIM);
    int hid = 0;
    expect(cdl_hdr_open(path("missing").c_str(), &hid), NC_ENOENT);
    expect_equal(hid, -1, "id after a failure");
    expect(cdl_hdr_open(nullptr, &hid), NC_EINVAL);
    expect(cdl_hdr_open(path("missing").c_str(), nullptr), NC_EINVAL);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"dimensions_and_variables", dimensions_and_variables},
                {"attributes", attributes},
                {"header_as_template", header_as_template},
                {"formats", formats},
                {"outputs_may_be_null", outputs_may_be_null},
                {"unknown_ids", unknown_ids},
                {"two_at_a_time", two_at_a_time},
                {"what_is_no_cdl", what_is_no_cdl}});
}

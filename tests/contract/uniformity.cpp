// SPDX-License-Identifier: BSD-3-Clause
// Ranks that define different things. In safe mode the call itself reports it; otherwise enddef
// does, unless only attributes and fill modes differ; then the file continues with rank 0's
// definitions.
#include <weft.h>

#include <array>
#include <functional>
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

bool is_odd() {
    return ranks() > 1 && rank() == ranks() - 1;
}

/// The errors of the ranks if the last one differs.
int different(int code) {
    return ranks() > 1 ? code : NC_NOERR;
}

int put_text(int ncid, int varid, const char* name, const char* text, MPI_Offset length) {
    return ncmpi_put_att_text(ncid, varid, name, length, text);
}

void dimensions_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "1");
    const Sample file = define_sample();
    const int id = file.ncid;
    expect(ncmpi_def_dim(id, is_odd() ? "a" : "b", 1, nullptr),
           different(NC_EMULTIDEFINE_DIM_NAME));
    expect(ncmpi_def_dim(id, "c", is_odd() ? 2 : 1, nullptr), different(NC_EMULTIDEFINE_DIM_SIZE));
    int count = 0;
    ok(ncmpi_inq_ndims(id, &count));
    expect_equal(count, ranks() > 1 ? 3 : 5, "refused on all ranks");
    expect(ncmpi_rename_dim(id, file.x, is_odd() ? "p" : "q"), different(NC_EMULTIDEFINE_DIM_NAME));
    close_file(id);
}

void variables_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "yes");
    const Sample file = define_sample();
    const int id = file.ncid;
    const int xy[] = {file.x, file.y};
    const int yx[] = {file.y, file.x};
    expect(ncmpi_def_var(id, is_odd() ? "a" : "b", NC_INT, 2, xy, nullptr),
           different(NC_EMULTIDEFINE_VAR_NAME));
    expect(ncmpi_def_var(id, "c", NC_INT, is_odd() ? 1 : 2, xy, nullptr),
           different(NC_EMULTIDEFINE_VAR_NDIMS));
    expect(ncmpi_def_var(id, "d", is_odd() ? NC_INT : NC_FLOAT, 2, xy, nullptr),
           different(NC_EMULTIDEFINE_VAR_TYPE));
    expect(ncmpi_def_var(id, "e", NC_INT, 2, is_odd() ? xy : yx, nullptr),
           different(NC_EMULTIDEFINE_VAR_DIMIDS));
    expect(ncmpi_rename_var(id, file.fixed, is_odd() ? "p" : "q"),
           different(NC_EMULTIDEFINE_VAR_NAME));
    expect(ncmpi_rename_var(id, is_odd() ? NC_GLOBAL : file.real, "r"), different(NC_EGLOBAL),
           "no rank waits");
    close_file(id);
}

void attributes_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "");
    const Sample file = define_sample();
    const int id = file.ncid;
    const int numbers[] = {1, 2};
    expect(put_text(id, NC_GLOBAL, is_odd() ? "a" : "b", "x", 1),
           different(NC_EMULTIDEFINE_ATTR_NAME));
    expect(ncmpi_put_att_int(id, NC_GLOBAL, "c", is_odd() ? NC_INT : NC_SHORT, 1, numbers),
           different(NC_EMULTIDEFINE_ATTR_TYPE));
    expect(put_text(id, NC_GLOBAL, "d", "xy", is_odd() ? 1 : 2),
           different(NC_EMULTIDEFINE_ATTR_LEN));
    expect(ncmpi_put_att_int(id, NC_GLOBAL, "e", NC_INT, 1, &numbers[is_odd() ? 1 : 0]),
           different(NC_EMULTIDEFINE_ATTR_VAL));
    int count = 0;
    ok(ncmpi_inq_natts(id, &count));
    expect_equal(count, ranks() > 1 ? 0 : 4, "refused on all ranks");
    close_file(id);
}

void modes_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "1");
    const Sample file = define_sample();
    expect(ncmpi_set_fill(file.ncid, is_odd() ? NC_FILL : NC_NOFILL, nullptr),
           different(NC_EMULTIDEFINE_FILL_MODE));
    expect(ncmpi_def_var_fill(file.ncid, file.fixed, is_odd() ? 1 : 0, nullptr),
           different(NC_EMULTIDEFINE_FNC_ARGS));
    const std::array values = {1, 2};
    expect(ncmpi_def_var_fill(file.ncid, file.fixed, 0, is_odd() ? nullptr : values.data()),
           different(NC_EMULTIDEFINE_FNC_ARGS));
    expect(ncmpi_def_var_fill(file.ncid, file.fixed, 0, &values[is_odd() ? 1 : 0]),
           different(NC_EMULTIDEFINE_VAR_FILL_VALUE));
    expect(ncmpi__enddef(file.ncid, is_odd() ? 4 : 0, 0, 0, 0),
           different(NC_EMULTIDEFINE_FNC_ARGS));
    if (ranks() > 1) ok(ncmpi_enddef(file.ncid), "still in define mode");
    close_file(file.ncid);
}

/// Safe mode is off if its variable begins with 0.
void safe_mode_off() {
    const Variable safe("PNETCDF_SAFE_MODE", "0");
    const int ncid = create_file(path());
    ok(ncmpi_def_dim(ncid, is_odd() ? "a" : "b", 1, nullptr), "not compared");
    expect(ncmpi_enddef(ncid), different(NC_EMULTIDEFINE_DIM_NAME));
    close_file(ncid);
}

/// Expects that after enddef all ranks have rank 0's definitions.
void expect_agreement(const Sample& file, Place place) {
    // Data mode, and the same file on all ranks.
    const std::vector<int> values(24, 3);
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()), "put", place);
    expect_values(values_of(file.ncid, file.fixed, 24, place), values, "values", place);
    MPI_Offset mine[] = {0, 0};
    ok(ncmpi_inq_header_size(file.ncid, &mine[0]), "", place);
    ok(ncmpi_inq_varoffset(file.ncid, file.real, &mine[1]), "", place);
    MPI_Offset roots[] = {mine[0], mine[1]};
    MPI_Bcast(roots, 2, MPI_OFFSET, 0, MPI_COMM_WORLD);
    expect_values<MPI_Offset>({mine[0], mine[1]}, {roots[0], roots[1]}, "rank 0's", place);
    close_file(file.ncid, place);
    close_file(open_file(path(), NC_NOWRITE, place), place);
}

/// One rank defines something else; expects that enddef reports it to all ranks.
void expect_told_by_enddef(int code, const std::function<void(const Sample&)>& define,
                           Place place = here()) {
    const Sample file = define_sample(NC_64BIT_DATA, place);
    define(file);
    expect(ncmpi_enddef(file.ncid), different(code), "all ranks", place);
    expect_agreement(file, place);
}

/// The attributes of one rank differ; expects that this does no harm.
void expect_harmless(const std::function<void(const Sample&)>& define, Place place = here()) {
    const Sample file = define_sample(NC_64BIT_DATA, place);
    define(file);
    ok(ncmpi_enddef(file.ncid), "outside of safe mode", place);
    if (is_odd()) {
        const std::string said = weft_last_error(file.ncid);
        expect_true(said.find("rank 0's are in the file") != std::string::npos, said, place);
    }
    expect_agreement(file, place);
}

void told_by_enddef() {
    const auto extra = [] { return is_odd() ? 1 : 0; };
    expect_told_by_enddef(NC_EMULTIDEFINE_DIM_NUM, [](const Sample& file) {
        if (is_odd()) dimension(file.ncid, "more", 1);
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_DIM_SIZE,
                          [&](const Sample& file) { dimension(file.ncid, "z", 3 + extra()); });
    expect_told_by_enddef(NC_EMULTIDEFINE_DIM_NAME, [](const Sample& file) {
        dimension(file.ncid, is_odd() ? "p" : "q", 3);
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_VAR_NUM, [](const Sample& file) {
        if (is_odd()) variable(file.ncid, "more", NC_INT, {});
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_VAR_NAME, [](const Sample& file) {
        variable(file.ncid, is_odd() ? "p" : "q", NC_INT, {});
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_VAR_NDIMS, [](const Sample& file) {
        variable(file.ncid, "v", NC_INT, is_odd() ? std::vector<int>{} : std::vector<int>{file.x});
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_VAR_DIMIDS, [](const Sample& file) {
        variable(file.ncid, "v", NC_INT, {is_odd() ? file.x : file.y});
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_VAR_TYPE, [](const Sample& file) {
        variable(file.ncid, "v", is_odd() ? NC_INT : NC_FLOAT, {file.x});
    });
    expect_told_by_enddef(NC_EMULTIDEFINE_VAR_TYPE, [](const Sample& file) {
        ok(put_text(file.ncid, NC_GLOBAL, "a", is_odd() ? "x" : "y", 1));
        variable(file.ncid, "v", is_odd() ? NC_INT : NC_FLOAT, {file.x});
    });
}

/// Time stamps of each rank, attributes of rank 0 alone: no failure, but its sentence.
void labels_that_differ() {
    expect_harmless([](const Sample& file) {
        ok(ncmpi_def_var_fill(file.ncid, file.fixed, is_odd() ? 1 : 0, nullptr));
    });
    expect_harmless([](const Sample& file) {
        if (is_odd()) ok(put_text(file.ncid, NC_GLOBAL, "a", "x", 1));
    });
    expect_harmless([](const Sample& file) {
        if (rank() == 0)
            ok(put_text(file.ncid, NC_GLOBAL, "a", std::string(2000, 'x').c_str(), 2000));
    });
    expect_harmless([](const Sample& file) {
        ok(put_text(file.ncid, NC_GLOBAL, is_odd() ? "p" : "q", "x", 1));
    });
    expect_harmless([](const Sample& file) {
        const int value = 1;
        const nc_type type = is_odd() ? NC_INT : NC_FLOAT;
        ok(ncmpi_put_att_int(file.ncid, file.fixed, "a", type, 1, &value));
    });
    expect_harmless([](const Sample& file) {
        ok(put_text(file.ncid, file.fixed, "a", "xy", is_odd() ? 1 : 2));
    });
    expect_harmless([](const Sample& file) {
        ok(put_text(file.ncid, file.fixed, "a", is_odd() ? "x" : "y", 1));
    });
}

/// A rank with a wrong argument of _enddef: no rank leaves define mode.
void wrong_argument_of_enddef() {
    const Sample file = define_sample();
    expect(ncmpi__enddef(file.ncid, is_odd() ? -1 : 0, 0, 0, 0), different(NC_EINVAL));
    if (ranks() > 1) ok(ncmpi_enddef(file.ncid));
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"dimensions_in_safe_mode", dimensions_in_safe_mode},
                {"variables_in_safe_mode", variables_in_safe_mode},
                {"attributes_in_safe_mode", attributes_in_safe_mode},
                {"modes_in_safe_mode", modes_in_safe_mode},
                {"safe_mode_off", safe_mode_off},
                {"told_by_enddef", told_by_enddef},
                {"labels_that_differ", labels_that_differ},
                {"wrong_argument_of_enddef", wrong_argument_of_enddef}});
}

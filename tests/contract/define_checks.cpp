// SPDX-License-Identifier: BSD-3-Clause
// Define mode: the order of the checks. Each line has the fault of its code and all later ones.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

const std::string long_name(NC_MAX_NAME + 1, 'n');
const char* const illegal_name = "a/b";

void in_data_mode() {
    const Sample file = sample();
    const int x[] = {file.x};
    int id = -7;
    expect(ncmpi_def_dim(file.ncid, "new", 1, &id), NC_ENOTINDEFINE);
    expect(ncmpi_def_dim(file.ncid, nullptr, -1, &id), NC_ENOTINDEFINE);
    expect(ncmpi_def_var(file.ncid, "new", NC_INT, 1, x, &id), NC_ENOTINDEFINE);
    expect(ncmpi_def_var(file.ncid, nullptr, -1, -1, nullptr, &id), NC_ENOTINDEFINE);
    expect_equal(id, -7, "no id is given");
    expect(ncmpi_enddef(file.ncid), NC_ENOTINDEFINE);
    expect(ncmpi__enddef(file.ncid, -1, 0, 0, 0), NC_ENOTINDEFINE);
    expect(ncmpi_set_fill(file.ncid, NC_FILL, nullptr), NC_ENOTINDEFINE);
    expect(ncmpi_def_var_fill(file.ncid, file.fixed, 1, nullptr), NC_ENOTINDEFINE);
    close_file(file.ncid);
}

void in_a_file_for_reading() {
    const Sample file = sample_for_reading(1);
    expect(ncmpi_redef(file.ncid), NC_EPERM);
    expect(ncmpi_rename_dim(file.ncid, -5, nullptr), NC_EPERM);
    expect(ncmpi_rename_var(file.ncid, file.fixed, "f"), NC_EPERM);
    expect(ncmpi_set_fill(file.ncid, 77, nullptr), NC_EPERM);
    expect(ncmpi_fill_var_rec(file.ncid, NC_GLOBAL, 0), NC_EPERM);
    close_file(file.ncid);
}

void dimensions() {
    const int ncid = create_file(path(), NC_CLOBBER);
    dimension(ncid, "taken", 3);
    dimension(ncid, "time", NC_UNLIMITED);
    expect(ncmpi_def_dim(ncid, nullptr, -1, nullptr), NC_EBADNAME, "NULL");
    expect(ncmpi_def_dim(ncid, "", -1, nullptr), NC_EBADNAME, "empty");
    expect(ncmpi_def_dim(ncid, (long_name + "/").c_str(), -1, nullptr), NC_EMAXNAME);
    expect(ncmpi_def_dim(ncid, illegal_name, -1, nullptr), NC_EBADNAME, "illegal");
    expect(ncmpi_def_dim(ncid, "taken", -1, nullptr), NC_EDIMSIZE, "negative");
    expect(ncmpi_def_dim(ncid, "taken", MPI_Offset{NC_MAX_INT} + 1, nullptr), NC_EDIMSIZE);
    expect(ncmpi_def_dim(ncid, "taken", NC_UNLIMITED, nullptr), NC_EUNLIMIT);
    expect(ncmpi_def_dim(ncid, "taken", 4, nullptr), NC_ENAMEINUSE);
    ok(ncmpi_def_dim(ncid, "longest", NC_MAX_INT, nullptr), "dimidp may be NULL");
    ok(ncmpi_def_dim(ncid, std::string(NC_MAX_NAME, 'n').c_str(), 1, nullptr), "longest name");
    int count = 0;
    ok(ncmpi_inq_ndims(ncid, &count));
    expect_equal(count, 4, "what was refused is not defined");
    close_file(ncid);
}

void lengths_of_the_formats() {
    const MPI_Offset beyond_int = MPI_Offset{NC_MAX_INT} + 1;
    int ncid = create_file(path(), NC_64BIT_OFFSET);
    expect(ncmpi_def_dim(ncid, "a", beyond_int, nullptr), NC_EDIMSIZE, "CDF-2");
    close_file(ncid);
    ncid = create_file(path(), NC_64BIT_DATA);
    ok(ncmpi_def_dim(ncid, "a", beyond_int, nullptr), "CDF-5");
    ok(ncmpi_def_dim(ncid, "b", NC_MAX_INT64, nullptr), "CDF-5");
    close_file(ncid);
}

void variables() {
    const int ncid = create_file(path(), NC_CLOBBER);
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int x = dimension(ncid, "x", 3);
    variable(ncid, "taken", NC_INT, {x});
    const int unknown[] = {x, 99};
    const int late[] = {x, time};
    const int late_and_unknown[] = {x, time, -1};
    expect(ncmpi_def_var(ncid, nullptr, -1, -1, nullptr, nullptr), NC_EBADNAME, "NULL");
    expect(ncmpi_def_var(ncid, "", -1, -1, nullptr, nullptr), NC_EBADNAME, "empty");
    expect(ncmpi_def_var(ncid, (long_name + "/").c_str(), -1, -1, nullptr, nullptr), NC_EMAXNAME);
    expect(ncmpi_def_var(ncid, illegal_name, -1, -1, nullptr, nullptr), NC_EBADNAME, "illegal");
    expect(ncmpi_def_var(ncid, "taken", 0, -1, nullptr, nullptr), NC_EBADTYPE, "NC_NAT");
    expect(ncmpi_def_var(ncid, "taken", NC_STRING, -1, nullptr, nullptr), NC_EBADTYPE, "string");
    expect(ncmpi_def_var(ncid, "taken", NC_UINT64, -1, nullptr, nullptr), NC_ESTRICTCDF2);
    expect(ncmpi_def_var(ncid, "taken", NC_UBYTE, -1, nullptr, nullptr), NC_ESTRICTCDF2);
    expect(ncmpi_def_var(ncid, "taken", NC_INT, -1, nullptr, nullptr), NC_EINVAL, "ndims");
    expect(ncmpi_def_var(ncid, "taken", NC_INT, 1, nullptr, nullptr), NC_ENAMEINUSE);
    expect(ncmpi_def_var(ncid, "new", NC_INT, 1, nullptr, nullptr), NC_EINVAL, "dimids NULL");
    expect(ncmpi_def_var(ncid, "new", NC_INT, 2, unknown, nullptr), NC_EBADDIM, "dimension 99");
    expect(ncmpi_def_var(ncid, "new", NC_INT, 3, late_and_unknown, nullptr), NC_EBADDIM);
    expect(ncmpi_def_var(ncid, "new", NC_INT, 2, late, nullptr), NC_EUNLIMPOS);
    ok(ncmpi_def_var(ncid, "new", NC_INT, 1, &time, nullptr), "varidp may be NULL");
    ok(ncmpi_def_var(ncid, "scalar", NC_INT, 0, nullptr, nullptr), "no dimensions, no list");
    int count = 0;
    ok(ncmpi_inq_nvars(ncid, &count));
    expect_equal(count, 3, "what was refused is not defined");
    close_file(ncid);
}

void types_of_the_formats() {
    for (const int cmode : {NC_CLOBBER, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
        const int ncid = create_file(path(), cmode);
        for (nc_type type = NC_BYTE; type <= NC_UINT64; ++type) {
            const bool extended = type > NC_DOUBLE && cmode != NC_64BIT_DATA;
            const std::string name = std::to_string(type) + "v";
            expect(ncmpi_def_var(ncid, name.c_str(), type, 0, nullptr, nullptr),
                   extended ? NC_ESTRICTCDF2 : NC_NOERR, name);
        }
        close_file(ncid);
    }
    const int ncid = create_file(path(), NC_CLASSIC_MODEL);
    expect(ncmpi_def_var(ncid, "v", NC_INT64, 0, nullptr, nullptr), NC_ESTRICTNC3, "classic");
    close_file(ncid);
}

void variable_beyond_63_bits() {
    const int ncid = create_file(path(), NC_64BIT_DATA);
    const int x = dimension(ncid, "x", MPI_Offset{1} << 40);
    const int dims[] = {x, x};
    expect(ncmpi_def_var(ncid, "v", NC_INT, 2, dims, nullptr), NC_EVARSIZE);
    close_file(ncid);
}

void renaming_dimensions() {
    const Sample file = define_sample();
    expect(ncmpi_rename_dim(file.ncid, 99, nullptr), NC_EBADNAME, "NULL");
    expect(ncmpi_rename_dim(file.ncid, 99, ""), NC_EBADNAME, "empty");
    expect(ncmpi_rename_dim(file.ncid, 99, (long_name + "/").c_str()), NC_EMAXNAME);
    expect(ncmpi_rename_dim(file.ncid, 99, "x"), NC_EBADDIM);
    expect(ncmpi_rename_dim(file.ncid, -1, "x"), NC_EBADDIM);
    expect(ncmpi_rename_dim(file.ncid, file.y, "x"), NC_ENAMEINUSE);
    ok(ncmpi_rename_dim(file.ncid, file.x, "x"), "its own name");
    ok(ncmpi_rename_dim(file.ncid, file.x, "longitude"), "longer in define mode");
    int id = -1;
    expect(ncmpi_inq_dimid(file.ncid, "x", &id), NC_EBADDIM, "the old name");
    ok(ncmpi_inq_dimid(file.ncid, "longitude", &id));
    expect_equal(id, file.x, "the new name");
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_rename_dim(file.ncid, file.x, "longitudes"), NC_ENOTINDEFINE, "longer");
    ok(ncmpi_rename_dim(file.ncid, file.x, "lon"), "shorter in data mode");
    ok(ncmpi_rename_dim(file.ncid, file.y, "Y"), "of equal length in data mode");
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    ok(ncmpi_inq_dimid(ncid, "lon", &id), "written at once");
    ok(ncmpi_inq_dimid(ncid, "Y", &id));
    close_file(ncid);
}

void renaming_variables() {
    const Sample file = define_sample();
    expect(ncmpi_rename_var(file.ncid, NC_GLOBAL, nullptr), NC_EGLOBAL);
    expect(ncmpi_rename_var(file.ncid, 99, nullptr), NC_ENOTVAR);
    expect(ncmpi_rename_var(file.ncid, file.fixed, nullptr), NC_EBADNAME, "NULL");
    expect(ncmpi_rename_var(file.ncid, file.fixed, (long_name + "/").c_str()), NC_EMAXNAME);
    expect(ncmpi_rename_var(file.ncid, file.fixed, "record"), NC_ENAMEINUSE);
    expect(ncmpi_rename_var(file.ncid, file.fixed, "fixed"), NC_ENAMEINUSE, "its own name");
    ok(ncmpi_rename_var(file.ncid, file.fixed, "temperature"), "longer in define mode");
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_rename_var(file.ncid, file.fixed, "temperatures"), NC_ENOTINDEFINE, "longer");
    expect(ncmpi_rename_var(file.ncid, file.fixed, "record"), NC_ENAMEINUSE);
    ok(ncmpi_rename_var(file.ncid, file.fixed, "t"), "shorter in data mode");
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    int id = -1;
    ok(ncmpi_inq_varid(ncid, "t", &id));
    expect_equal(id, file.fixed, "written at once");
    close_file(ncid);
}

void modes() {
    const Sample file = define_sample();
    expect(ncmpi_redef(file.ncid), NC_EINDEFINE, "twice");
    expect(ncmpi__enddef(file.ncid, -1, 0, 0, 0), NC_EINVAL, "h_minfree");
    expect(ncmpi__enddef(file.ncid, 0, -1, 0, 0), NC_EINVAL, "v_align");
    expect(ncmpi__enddef(file.ncid, 0, 0, -1, 0), NC_EINVAL, "v_minfree");
    expect(ncmpi__enddef(file.ncid, 0, 0, 0, -1), NC_EINVAL, "r_align");
    ok(ncmpi__enddef(file.ncid, 0, 0, 0, 0), "still in define mode");
    ok(ncmpi_begin_indep_data(file.ncid));
    ok(ncmpi_redef(file.ncid), "leaves independent mode");
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_wait_all(file.ncid, 0, nullptr, nullptr), "collective data mode");
    expect(ncmpi_wait(file.ncid, 0, nullptr, nullptr), NC_ENOTINDEP);
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"in_data_mode", in_data_mode},
                {"in_a_file_for_reading", in_a_file_for_reading},
                {"dimensions", dimensions},
                {"lengths_of_the_formats", lengths_of_the_formats},
                {"variables", variables},
                {"types_of_the_formats", types_of_the_formats},
                {"variable_beyond_63_bits", variable_beyond_63_bits},
                {"renaming_dimensions", renaming_dimensions},
                {"renaming_variables", renaming_variables},
                {"modes", modes}});
}

// SPDX-License-Identifier: BSD-3-Clause
// Where enddef puts the variables, computed here a second time from the formulas of the interface.
#include <algorithm>
#include <array>
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

struct Alignment {
    MPI_Offset h_minfree = 0;
    MPI_Offset v_align = 0;
    MPI_Offset v_minfree = 0;
    MPI_Offset r_align = 0;
};

MPI_Offset rounded(MPI_Offset value, MPI_Offset unit) {
    return (value + unit - 1) / unit * unit;
}

/// The answers of inquiries about a file.
struct Found {
    MPI_Offset size = 0;
    MPI_Offset extent = 0;
    std::vector<MPI_Offset> begins;
};

Found find(int ncid, Place place) {
    Found found;
    ok(ncmpi_inq_header_size(ncid, &found.size), "inq_header_size", place);
    ok(ncmpi_inq_header_extent(ncid, &found.extent), "inq_header_extent", place);
    int count = 0;
    ok(ncmpi_inq_nvars(ncid, &count), "inq_nvars", place);
    found.begins.resize(static_cast<std::size_t>(count));
    for (int id = 0; id < count; ++id) {
        ok(ncmpi_inq_varoffset(ncid, id, &found.begins[static_cast<std::size_t>(id)]), "", place);
    }
    return found;
}

/// Sizes of the variables in order of definition; those of record variables are of one record.
struct Shape {
    std::vector<MPI_Offset> fixed;
    std::vector<MPI_Offset> records;
};

std::vector<MPI_Offset> expected_begins(const Shape& shape, const Alignment& asked,
                                        const Found& found, const Found& old) {
    const bool has_fixed = !shape.fixed.empty();
    const MPI_Offset v_align = rounded(asked.v_align == 0 ? 512 : asked.v_align, 4);
    const MPI_Offset r_default = has_fixed ? 4 : 512;
    const MPI_Offset r_align = rounded(asked.r_align == 0 ? r_default : asked.r_align, 4);
    const MPI_Offset wanted = found.size + asked.h_minfree;
    std::vector<MPI_Offset> begins;
    MPI_Offset end = rounded(std::max(wanted, old.extent), v_align);
    for (const MPI_Offset bytes : shape.fixed) {
        begins.push_back(end);
        end += rounded(bytes, 4);
    }
    const bool had_records = old.begins.size() > shape.fixed.size();
    const MPI_Offset old_records = had_records ? old.begins[shape.fixed.size()] : 0;
    end = has_fixed ? rounded(std::max(end + asked.v_minfree, old_records), r_align)
                    : rounded(std::max(wanted, old_records), r_align);
    for (const MPI_Offset bytes : shape.records) {
        begins.push_back(end);
        end += rounded(bytes, 4);
    }
    return begins;
}

/// Variables of shorts, so that sizes are no multiples of 4.
Shape define(int ncid, bool fixed, bool records) {
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int x = dimension(ncid, "x", 5);
    const int y = dimension(ncid, "y", 7);
    Shape shape;
    if (fixed) {
        variable(ncid, "f1", NC_SHORT, {x});
        variable(ncid, "f2", NC_BYTE, {y, x});
        variable(ncid, "f3", NC_DOUBLE, {});
        shape.fixed = {10, 35, 8};
    }
    if (records) {
        variable(ncid, "r1", NC_SHORT, {time, x});
        variable(ncid, "r2", NC_BYTE, {time, y});
        shape.records = {10, 7};
    }
    return shape;
}

void expect_layout(int ncid, const Shape& shape, const Alignment& asked, const Found& old,
                   const std::string& what, Place place) {
    const Found found = find(ncid, place);
    expect_values(found.begins, expected_begins(shape, asked, found, old), what, place);
    expect_equal(found.extent, *std::min_element(found.begins.begin(), found.begins.end()),
                 what + ": header extent", place);
}

std::string text_of(const Alignment& asked) {
    return "h_minfree " + std::to_string(asked.h_minfree) + " v_align " +
           std::to_string(asked.v_align) + " v_minfree " + std::to_string(asked.v_minfree) +
           " r_align " + std::to_string(asked.r_align);
}

constexpr std::array<Alignment, 10> alignments = {{{},
                                                   {0, 1, 0, 1},
                                                   {0, 4, 0, 4},
                                                   {100, 0, 0, 0},
                                                   {0, 1024, 0, 0},
                                                   {3, 30, 5, 50},
                                                   {0, 0, 1000, 0},
                                                   {0, 0, 0, 4096},
                                                   {777, 512, 333, 1024},
                                                   {1, 7, 1, 9}}};

void expect_all_alignments(bool fixed, bool records) {
    for (const int cmode : {NC_CLOBBER, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
        for (const Alignment& asked : alignments) {
            const int ncid = create_file(path(), cmode);
            const Shape shape = define(ncid, fixed, records);
            ok(ncmpi__enddef(ncid, asked.h_minfree, asked.v_align, asked.v_minfree, asked.r_align));
            expect_layout(ncid, shape, asked, {}, text_of(asked), here());
            close_file(ncid);
        }
    }
}

void fixed_and_records() {
    expect_all_alignments(true, true);
}

void only_fixed() {
    expect_all_alignments(true, false);
}

void only_records() {
    expect_all_alignments(false, true);
}

void no_variables() {
    for (const Alignment& asked : alignments) {
        const int ncid = create_file(path());
        dimension(ncid, "x", 5);
        ok(ncmpi__enddef(ncid, asked.h_minfree, asked.v_align, asked.v_minfree, asked.r_align));
        const Found found = find(ncid, here());
        expect_equal(found.extent, found.size, text_of(asked));
        close_file(ncid);
    }
}

/// Hints and the environment override arguments.
void expect_with_hints(const std::vector<std::array<const char*, 2>>& hints, const Alignment& asked,
                       const Alignment& in_force, const std::string& what, Place place = here()) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    for (const auto& [key, value] : hints) MPI_Info_set(info, key, value);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_64BIT_DATA, info, &ncid), what, place);
    MPI_Info_free(&info);
    const Shape shape = define(ncid, true, true);
    ok(ncmpi__enddef(ncid, asked.h_minfree, asked.v_align, asked.v_minfree, asked.r_align), what,
       place);
    expect_layout(ncid, shape, in_force, {}, what, place);
    close_file(ncid, place);
}

void hints_before_arguments() {
    expect_with_hints({{"nc_var_align_size", "2048"}}, {}, {0, 2048, 0, 0}, "nc_var_align_size");
    expect_with_hints({{"nc_header_align_size", "2048"}}, {}, {0, 2048, 0, 0}, "old name");
    expect_with_hints({{"nc_header_align_size", "64"}, {"nc_var_align_size", "2048"}}, {},
                      {0, 2048, 0, 0}, "the new name supersedes the old one");
    expect_with_hints({{"nc_record_align_size", "2048"}}, {}, {0, 0, 0, 2048}, "records");
    expect_with_hints({{"nc_var_align_size", "30"}}, {}, {0, 32, 0, 0}, "rounded up to 4");
    expect_with_hints({{"nc_var_align_size", "2048"}, {"nc_record_align_size", "256"}},
                      {8, 1024, 8, 1024}, {8, 2048, 8, 256}, "before arguments");
}

void environment_before_hints() {
    const Variable hints("PNETCDF_HINTS", "nc_var_align_size=4096 ; nc_record_align_size = 8192");
    expect_with_hints({{"nc_var_align_size", "2048"}, {"nc_record_align_size", "256"}},
                      {8, 1024, 8, 1024}, {8, 4096, 8, 8192}, "PNETCDF_HINTS");
}

/// The header grows into the data, which moves. Extents never shrink.
void growth() {
    for (const Alignment& asked : alignments) {
        const int ncid = create_file(path());
        Shape shape = define(ncid, true, true);
        ok(ncmpi__enddef(ncid, 0, 4, 0, 4));
        std::array<short, 5> written = {1, 2, 3, 4, 5};
        ok(ncmpi_put_var_short_all(ncid, 0, written.data()));
        const Found old = find(ncid, here());
        ok(ncmpi_redef(ncid));
        ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "a", 600, std::string(600, 'a').c_str()));
        ok(ncmpi__enddef(ncid, asked.h_minfree, asked.v_align, asked.v_minfree, asked.r_align));
        expect_layout(ncid, shape, asked, old, "larger: " + text_of(asked), here());
        const Found larger = find(ncid, here());
        ok(ncmpi_redef(ncid));
        ok(ncmpi_del_att(ncid, NC_GLOBAL, "a"));
        ok(ncmpi__enddef(ncid, 0, 4, 0, 4));
        expect_layout(ncid, shape, {0, 4, 0, 4}, larger, "smaller: " + text_of(asked), here());
        expect_equal(find(ncid, here()).extent, larger.extent, "the extent does not shrink");
        std::array<short, 5> read{};
        ok(ncmpi_get_var_short_all(ncid, 0, read.data()));
        expect_true(read == written, "values have moved with their variable");
        close_file(ncid);
    }
}

/// A single record variable is not padded.
void one_record_variable() {
    const int ncid = create_file(path());
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int x = dimension(ncid, "x", 5);
    const int v = variable(ncid, "v", NC_BYTE, {time, x});
    MPI_Offset bytes = 0;
    ok(ncmpi_inq_recsize(ncid, &bytes));
    expect_equal(bytes, 5, "in define mode");
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {3, 5};
    const std::vector<signed char> values(15, 9);
    ok(ncmpi_put_vara_schar_all(ncid, v, start, count, values.data()));
    MPI_Offset begin = 0;
    ok(ncmpi_inq_varoffset(ncid, v, &begin));
    close_file(ncid);
    expect_text(bytes_of(path()).substr(static_cast<std::size_t>(begin)), std::string(15, 9),
                "three records side by side");
}

/// Record variables without records: the file is only its header, however far away the data would
/// be.
void no_data() {
    const int ncid = create_file(path());
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    variable(ncid, "v", NC_INT, {time});
    ok(ncmpi_enddef(ncid));
    MPI_Offset header = 0;
    MPI_Offset extent = 0;
    ok(ncmpi_inq_header_size(ncid, &header));
    ok(ncmpi_inq_header_extent(ncid, &extent));
    expect_equal(extent, MPI_Offset{512}, "extent");
    close_file(ncid);
    expect_equal(size_of(path()), header, "bytes of the file");
    const int again = open_file(path(), NC_WRITE);
    const MPI_Offset first = 0;
    const int value = 7;
    ok(ncmpi_put_var1_int_all(again, 0, &first, &value));
    close_file(again);
    expect_equal(size_of(path()), extent + 4, "bytes with a record");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"fixed_and_records", fixed_and_records},
                {"only_fixed", only_fixed},
                {"only_records", only_records},
                {"no_variables", no_variables},
                {"hints_before_arguments", hints_before_arguments},
                {"environment_before_hints", environment_before_hints},
                {"growth", growth},
                {"one_record_variable", one_record_variable},
                {"no_data", no_data}});
}

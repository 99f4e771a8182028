// SPDX-License-Identifier: BSD-3-Clause
// Ranks that define different things, without safe mode. Differences of labels: rank 0's are used
// on all ranks, and a note reports it. Differences of the layout: an error on all ranks.
#include <weft.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// The last rank defines something else.
bool differs() {
    return ranks() > 1 && rank() == ranks() - 1;
}

std::string report_of(int ncid) {
    std::string text(static_cast<std::size_t>(weft_report(ncid, nullptr, 0)) + 1, ' ');
    (void)weft_report(ncid, text.data(), text.size());
    return text;
}

/// Expects that all ranks have got the note.
void expect_note(int ncid, std::string_view what, Place place = here()) {
    if (ranks() == 1) return;
    const std::string who = "rank " + std::to_string(ranks() - 1) + ": ";
    for (const std::string& text : {std::string(weft_last_error(ncid)), report_of(ncid)}) {
        const bool told = text.find(who + std::string(what)) != std::string::npos &&
                          text.find("rank 0's are in the file") != std::string::npos;
        expect_true(told, "a note, but there is: " + text, place);
    }
}

std::string text_attribute(int ncid, int varid, const char* name, Place place = here()) {
    MPI_Offset length = 0;
    ok(ncmpi_inq_attlen(ncid, varid, name, &length), name, place);
    std::string text(static_cast<std::size_t>(length), ' ');
    ok(ncmpi_get_att_text(ncid, varid, name, text.data()), name, place);
    return text;
}

void put_text(int ncid, int varid, const char* name, const std::string& text,
              Place place = here()) {
    ok(ncmpi_put_att_text(ncid, varid, name, std::ssize(text), text.c_str()), name, place);
}

/// Every rank knows rank 0's layout.
void expect_one_layout(const Sample& file, Place place = here()) {
    std::vector<MPI_Offset> known(5);
    ok(ncmpi_inq_header_size(file.ncid, &known[0]), "", place);
    ok(ncmpi_inq_header_extent(file.ncid, &known[1]), "", place);
    ok(ncmpi_inq_varoffset(file.ncid, file.fixed, &known[2]), "", place);
    ok(ncmpi_inq_varoffset(file.ncid, file.real, &known[3]), "", place);
    ok(ncmpi_inq_varoffset(file.ncid, file.record, &known[4]), "", place);
    std::vector<MPI_Offset> roots = known;
    MPI_Bcast(roots.data(), static_cast<int>(roots.size()), MPI_OFFSET, 0, MPI_COMM_WORLD);
    expect_values(known, roots, "places", place);
}

/// Expects that each rank writes its rows, and that all of them are stored.
void expect_data(const Sample& file, Place place = here()) {
    std::vector<int> wanted;
    for (int i = 0; i < Sample::y_length * Sample::x_length; ++i) wanted.push_back(100 + i);
    for (MPI_Offset row = 0; row < Sample::y_length; ++row) {
        const MPI_Offset start[] = {row, 0};
        const MPI_Offset count[] = {row % ranks() == rank() ? 1 : 0, Sample::x_length};
        ok(ncmpi_put_vara_int_all(file.ncid, file.fixed, start, count,
                                  &wanted[static_cast<std::size_t>(row * Sample::x_length)]),
           "put", place);
    }
    expect_values(values_of(file.ncid, file.fixed, wanted.size(), place), wanted, "values", place);
}

/// Numbers, names, types, lengths and values of attributes, before the first enddef and after
/// redef.
void attributes() {
    Sample file = define_sample();
    put_text(file.ncid, NC_GLOBAL, "stamp", differs() ? "12:00:01" : "12:00:00");
    put_text(file.ncid, file.fixed, "units", differs() ? "metres, by and large" : "m");
    if (rank() == 0) put_text(file.ncid, file.real, "of rank 0", std::string(3000, 'x'));
    if (differs()) put_text(file.ncid, file.record, "of another rank", "y");
    ok(ncmpi_enddef(file.ncid));
    expect_note(file.ncid, "attribute 0 of the file: values differ");
    expect_one_layout(file);
    expect_text(text_attribute(file.ncid, NC_GLOBAL, "stamp"), "12:00:00", "on every rank");
    expect_text(text_attribute(file.ncid, file.fixed, "units"), "m", "on every rank");
    expect_equal(std::ssize(text_attribute(file.ncid, file.real, "of rank 0")), 3000, "length");
    int count = -1;
    ok(ncmpi_inq_varnatts(file.ncid, file.record, &count));
    expect_equal(count, 0, "attributes of the record variable");
    expect_data(file);

    ok(ncmpi_redef(file.ncid));
    put_text(file.ncid, NC_GLOBAL, differs() ? "name" : "other name",
             std::string(differs() ? 5000 : 2, 'z'));
    ok(ncmpi_enddef(file.ncid));
    expect_note(file.ncid, "attribute 1 of the file: name differ");
    expect_one_layout(file);
    expect_text(text_attribute(file.ncid, NC_GLOBAL, "other name"), "zz", "on every rank");
    expect_data(file);
    close_file(file.ncid);
    file.ncid = open_file(path(), NC_NOWRITE);
    expect_text(text_attribute(file.ncid, NC_GLOBAL, "stamp"), "12:00:00", "in the file");
    close_file(file.ncid);
}

/// In data mode the header is written at once; every rank then answers with its contents.
void attributes_in_data_mode() {
    Sample file = define_sample();
    put_text(file.ncid, NC_GLOBAL, "history", "........");
    ok(ncmpi_enddef(file.ncid));
    put_text(file.ncid, NC_GLOBAL, "history", differs() ? "12:01" : "12:00:00");
    expect_note(file.ncid, "attribute 0 of the file: length differ");
    expect_text(text_attribute(file.ncid, NC_GLOBAL, "history"), "12:00:00", "on every rank");
    // This must also hold while ranks know different numbers of records.
    ok(ncmpi_begin_indep_data(file.ncid));
    const MPI_Offset index[] = {rank(), 0};
    const int value = rank();
    ok(ncmpi_put_var1_int(file.ncid, file.record, index, &value));
    put_text(file.ncid, NC_GLOBAL, "history", differs() ? "12:03" : "12:02");
    expect_text(text_attribute(file.ncid, NC_GLOBAL, "history"), "12:02", "on every rank");
    ok(ncmpi_end_indep_data(file.ncid));
    expect_equal(record_count(file.ncid), ranks(), "records");
    expect_one_layout(file);
    expect_data(file);
    close_file(file.ncid);
}

int fill_mode_of(int ncid, int varid, int* value, Place place = here()) {
    int no_fill = -1;
    ok(ncmpi_inq_var_fill(ncid, varid, &no_fill, value), "", place);
    return no_fill;
}

void fill_values_and_modes() {
    const Sample file = define_sample();
    const std::array values = {7, 8};
    ok(ncmpi_set_fill(file.ncid, differs() ? NC_FILL : NC_NOFILL, nullptr));
    ok(ncmpi_def_var_fill(file.ncid, file.fixed, 0, &values[differs() ? 1 : 0]));
    ok(ncmpi_def_var_fill(file.ncid, file.record, differs() ? 1 : 0, nullptr));
    ok(ncmpi_enddef(file.ncid));
    expect_note(file.ncid, "attribute 0 of variable 'fixed': values differ");
    int value = 0;
    expect_equal(fill_mode_of(file.ncid, file.fixed, &value), 0, "no_fill of the first");
    expect_equal(value, 7, "fill value");
    expect_equal(fill_mode_of(file.ncid, file.record, &value), 0, "no_fill of the second");
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, 7), "filled");
    ok(ncmpi_fill_var_rec(file.ncid, file.record, 0), "all ranks know of fill mode");
    // The mode of new variables is rank 0's, too.
    ok(ncmpi_redef(file.ncid));
    const int late = variable(file.ncid, "late", NC_INT, {file.x});
    ok(ncmpi_enddef(file.ncid));
    expect_equal(fill_mode_of(file.ncid, late, nullptr), 1, "no_fill of a later variable");
    close_file(file.ncid);
}

void only_fill_modes() {
    const Sample file = define_sample();
    ok(ncmpi_def_var_fill(file.ncid, file.fixed, differs() ? 1 : 0, nullptr));
    ok(ncmpi_enddef(file.ncid));
    expect_note(file.ncid, "fill modes of variables differ");
    expect_values(values_of(file.ncid, file.fixed, 24), std::vector<int>(24, NC_FILL_INT),
                  "filled by all ranks");
    close_file(file.ncid);
}

/// The report of the closed file has the note, too.
void in_the_report() {
    const std::string reports[] = {path(".json"), path(".txt")};
    for (const std::string& report : reports) {
        const Variable hints("PNETCDF_HINTS", ("weft_report=" + report).c_str());
        const Sample file = define_sample();
        put_text(file.ncid, NC_GLOBAL, "stamp", differs() ? "1" : "0");
        ok(ncmpi_enddef(file.ncid));
        close_file(file.ncid);
        meet();
        const std::string text = bytes_of(report);
        const bool told =
            text.find("attribute 0 of the file: values differ; rank 0's") != std::string::npos;
        expect_equal(told, ranks() > 1, report + ": " + text.substr(0, 2000));
        meet();
    }
}

/// An error of one rank becomes an error of all, and the file continues with rank 0's definitions.
void expect_error(int code, const std::function<int(const Sample&)>& define, Place place = here()) {
    const Sample file = define_sample(NC_64BIT_DATA, place);
    put_text(file.ncid, NC_GLOBAL, "stamp", differs() ? "1" : "0", place);
    expect(define(file), ranks() > 1 ? code : NC_NOERR, "all ranks", place);
    expect_one_layout(file, place);
    expect_data(file, place);
    close_file(file.ncid, place);
}

void what_places_data() {
    expect_error(NC_EMULTIDEFINE_DIM_SIZE, [](const Sample& file) {
        (void)dimension(file.ncid, "z", differs() ? 3 : 4);
        return ncmpi_enddef(file.ncid);
    });
    expect_error(NC_EMULTIDEFINE_VAR_TYPE, [](const Sample& file) {
        (void)variable(file.ncid, "v", differs() ? NC_INT : NC_DOUBLE, {file.x});
        return ncmpi_enddef(file.ncid);
    });
    expect_error(NC_EMULTIDEFINE_VAR_NAME, [](const Sample& file) {
        (void)variable(file.ncid, differs() ? "v" : "w", NC_INT, {file.x});
        (void)variable(file.ncid, differs() ? "w" : "v", NC_INT, {file.x});
        return ncmpi_enddef(file.ncid);
    });
    expect_error(NC_EMULTIDEFINE_VAR_NUM, [](const Sample& file) {
        if (differs()) (void)variable(file.ncid, "v", NC_INT, {});
        return ncmpi_enddef(file.ncid);
    });
    // With different alignments each rank would write elsewhere.
    expect_error(NC_EMULTIDEFINE_VAR_BEGIN, [](const Sample& file) {
        return ncmpi__enddef(file.ncid, 0, differs() ? 4096 : 512, 0, 4);
    });
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"attributes", attributes},
                {"attributes_in_data_mode", attributes_in_data_mode},
                {"fill_values_and_modes", fill_values_and_modes},
                {"only_fill_modes", only_fill_modes},
                {"in_the_report", in_the_report},
                {"what_places_data", what_places_data}});
}

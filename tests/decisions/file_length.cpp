// SPDX-License-Identifier: BSD-3-Clause
// A closed file reaches to the end of the defined data, and unwritten data take no space.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr MPI_Offset mebi = 1 << 20;
constexpr MPI_Offset width = 8 * mebi;  // ints

MPI_Offset bytes_on_disk(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 ? facts.st_blocks * 512 : -1;
}

/// Whether the file system stores holes.
bool has_holes() {
    const std::string probe = path(".holes");
    if (rank() == 0) {
        const int file = open(probe.c_str(), O_CREAT | O_RDWR | O_TRUNC, 0600);
        if (ftruncate(file, 4 * width) != 0) fail("ftruncate", here());
        close(file);
    }
    meet();
    const bool small = bytes_on_disk(probe) < mebi;
    meet();
    if (rank() == 0) unlink(probe.c_str());
    return small;
}

/// Closes the file, which must have this length and almost no blocks.
void expect_length(int ncid, MPI_Offset bytes, Place place = here()) {
    close_file(ncid, place);
    meet();
    expect_equal(size_of(path()), bytes, "length", place);
    if (has_holes())
        expect_true(bytes_on_disk(path()) < mebi,
                    std::to_string(bytes_on_disk(path())) + " bytes on disk", place);
    meet();
}

MPI_Offset offset_of(int ncid, int varid) {
    MPI_Offset offset = -1;
    ok(ncmpi_inq_varoffset(ncid, varid, &offset));
    return offset;
}

struct Wide {
    int ncid = -1;
    int x = -1;
    int fixed = -1;
    int record = -1;
};

Wide define_wide() {
    Wide file;
    file.ncid = create_file(path());
    const int time = dimension(file.ncid, "time", NC_UNLIMITED);
    file.x = dimension(file.ncid, "x", width);
    file.fixed = variable(file.ncid, "fixed", NC_INT, {file.x});
    file.record = variable(file.ncid, "record", NC_INT, {time, file.x});
    return file;
}

void put_one(int ncid, int varid, MPI_Offset row, MPI_Offset column) {
    const MPI_Offset index[] = {row, column};
    const MPI_Offset count[] = {rank() == 0 ? 1 : 0, 1};
    const int value = 7;
    ok(ncmpi_put_vara_int_all(ncid, varid, index, count, &value));
}

void fixed_variables_that_nobody_writes() {
    const Wide file = define_wide();
    ok(ncmpi_enddef(file.ncid));
    const MPI_Offset end = offset_of(file.ncid, file.fixed) + 4 * width;
    expect_length(file.ncid, end);
    // Closed in define mode, which ends it.
    const int again = define_wide().ncid;
    expect_length(again, end);
}

void records_that_are_begun() {
    const Wide file = define_wide();
    ok(ncmpi_enddef(file.ncid));
    const MPI_Offset begin = offset_of(file.ncid, file.record);
    put_one(file.ncid, file.record, 2, 5);
    expect_length(file.ncid, begin + 3 * 4 * width);
}

/// The close tells other ranks about each rank's records.
void records_of_independent_writes() {
    const Wide file = define_wide();
    ok(ncmpi_enddef(file.ncid));
    const MPI_Offset begin = offset_of(file.ncid, file.record);
    ok(ncmpi_begin_indep_data(file.ncid));
    const MPI_Offset index[] = {rank(), 0};
    const int value = 1;
    ok(ncmpi_put_var1_int(file.ncid, file.record, index, &value));
    expect_length(file.ncid, begin + ranks() * 4 * width);
}

void after_another_definition() {
    const Wide file = define_wide();
    ok(ncmpi_enddef(file.ncid));
    close_file(file.ncid);
    int ncid = open_file(path());
    ok(ncmpi_redef(ncid));
    const int more = variable(ncid, "more", NC_DOUBLE, {file.x});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset end = offset_of(ncid, more) + 8 * width;
    expect_length(ncid, end);
    // Discarded definitions have no length.
    ncid = open_file(path());
    ok(ncmpi_redef(ncid));
    (void)variable(ncid, "yet more", NC_DOUBLE, {file.x});
    ok(ncmpi_abort(ncid));
    expect_length(open_file(path()), end);
}

void no_variables() {
    const int ncid = create_file(path());
    (void)dimension(ncid, "x", width);
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "a", 3, "abc"));
    ok(ncmpi__enddef(ncid, 5000, 4096, 0, 0));
    MPI_Offset header = 0;
    ok(ncmpi_inq_header_size(ncid, &header));
    expect_length(ncid, header);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"fixed_variables_that_nobody_writes", fixed_variables_that_nobody_writes},
                {"records_that_are_begun", records_that_are_begun},
                {"records_of_independent_writes", records_of_independent_writes},
                {"after_another_definition", after_another_definition},
                {"no_variables", no_variables}});
}

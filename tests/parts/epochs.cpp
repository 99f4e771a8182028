// SPDX-License-Identifier: BSD-3-Clause
#include "epochs.hpp"

#include <weft.h>

#include <filesystem>

#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

/// With this hint no epoch begins, but the master has room for the names of epochs.
const Pairs room_for_epochs = {{"weft_epoch_records", "1000000"}};

constexpr int cells = Cube::z * Cube::x;

/// Rank 0 puts a record of `series`, as make_cube() does; all ranks take part.
void put_record(int ncid, int record) {
    const bool writes = rank() == 0;
    std::vector<int> values;
    for (int i = 0; i < cells; ++i) values.push_back(record * cells + i);
    const MPI_Offset start[] = {record, 0, 0};
    const MPI_Offset count[] = {writes ? 1 : 0, Cube::z, Cube::x};
    ok(ncmpi_put_vara_int_all(ncid, 1, start, count, values.data()), weft_last_error(ncid));
}

int open_with_epochs_of(const char* records) {
    const Info info(Pairs{{"weft_epoch_records", records}});
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_WRITE, info.get(), &ncid));
    return ncid;
}

void expect_records(int count) {
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_equal(record_count(ncid), count, "records");
    std::vector<int> expected;
    for (int i = 0; i < count * cells; ++i) expected.push_back(i);
    expect_values(values_of(ncid, 1, count * cells), expected, "series");
    close_file(ncid);
}

std::string part_in_epoch(int epoch, int part) {
    return path() + ".e" + std::to_string(epoch) + ".000" + std::to_string(part);
}

MPI_Offset records_in(const std::string& part) {
    MPI_Offset records = -1;
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_SELF, part.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid), part);
    int time = -1;
    ok(ncmpi_inq_unlimdim(ncid, &time));
    ok(ncmpi_inq_dimlen(ncid, time, &records));
    ok(ncmpi_close(ncid));
    return records;
}

/// Epochs begin at records 2 (the set is opened with as many), 4 and 6.
void make_epochs() {
    make_cube(path(), room_for_epochs);
    const int ncid = open_with_epochs_of("2");
    for (int record = 0; record < 7; ++record) put_record(ncid, record);
    close_file(ncid);
}

void records_go_to_the_files_of_their_epoch() {
    make_epochs();
    expect_records(7);
    for (int part = 0; part < Cube::parts; ++part) {
        expect_equal(records_in(part_of(path(), part)), 2, "in the first files");
        expect_equal(records_in(part_in_epoch(1, part)), 2, "from 2 on");
        expect_equal(records_in(part_in_epoch(2, part)), 2, "from 4 on");
        expect_equal(records_in(part_in_epoch(3, part)), 1, "from 6 on");
    }
}

void later_programs_go_on() {
    make_epochs();
    int ncid = open_file(path(), NC_WRITE);
    for (int record = 7; record < 10; ++record) put_record(ncid, record);
    put_record(ncid, 1);
    close_file(ncid);
    expect_records(10);
    expect_true(!exists(part_in_epoch(4, 0)), "without the hint no epoch begins");
    ncid = open_with_epochs_of("4");
    put_record(ncid, 10);
    close_file(ncid);
    expect_true(exists(part_in_epoch(4, 0)), "with it one does");
    expect_records(11);
}

void a_new_variable_is_in_all_epochs() {
    make_epochs();
    int ncid = open_file(path(), NC_WRITE);
    ok(ncmpi_redef(ncid));
    ok(ncmpi_set_fill(ncid, NC_FILL, nullptr));
    const int more = variable(ncid, "more", NC_INT, {0, 1, 2});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    close_file(ncid);
    expect_records(7);
    ncid = open_file(path(), NC_NOWRITE);
    const std::vector<int> filled(static_cast<std::size_t>(7 * cells), NC_FILL_INT);
    expect_values(values_of(ncid, more, 7 * cells), filled, "a variable that is filled");
    close_file(ncid);
}

void gets_in_the_wait_that_begins_an_epoch() {
    make_cube(path(), room_for_epochs);
    const int ncid = open_with_epochs_of("2");
    std::vector<int> line(Cube::z, -1);
    std::vector<int> first(cells, -1);
    const MPI_Offset start[] = {2, 0, 0};
    const MPI_Offset origin[] = {0, 0, 0};
    const MPI_Offset count[] = {1, Cube::z, Cube::x};
    std::vector<int> values(cells, 5);
    ok(ncmpi_iput_vara_int(ncid, 1, start, count, values.data(), nullptr));
    ok(ncmpi_iget_var_int(ncid, 2, line.data(), nullptr));
    ok(ncmpi_iget_vara_int(ncid, 1, origin, count, first.data(), nullptr));
    ok(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr), weft_last_error(ncid));
    expect_values(line, {0, 1, 2, 3, 4, 5}, "line");
    for (int i = 0; i < cells; ++i)
        expect_equal(first[static_cast<std::size_t>(i)], i, "the first record");
    close_file(ncid);
    expect_true(exists(part_in_epoch(1, 0)), "an epoch has begun");
}

void deleting_removes_the_files_of_all_epochs() {
    make_epochs();
    meet();
    if (rank() == 0) ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL));
    meet();
    for (const auto& entry : fs::directory_iterator("."))
        expect_true(!entry.path().filename().string().starts_with(path()), entry.path().string());
    meet();
}

int make_set_with_times() {
    const Info info = part_hints({{"weft_epoch_records", "2"}});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_64BIT_DATA, info.get(), &ncid));
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int z = dimension(ncid, "z", Cube::z);
    variable(ncid, "line", NC_INT, {z});
    variable(ncid, "series", NC_INT, {time, z, dimension(ncid, "x", Cube::x)});
    variable(ncid, "times", NC_INT, {time});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    ok(ncmpi_put_var_int_all(ncid, 0, numbers(Cube::z).data()));
    return ncid;
}

/// The master's own data stay where readers know them, in all possible epochs.
void readers_find_what_they_have_found_before() {
    const int ncid = make_set_with_times();
    int reader = -1;
    for (int record = 0; record < 32; ++record) {
        const MPI_Offset at = record;
        const int value = 100 + record;
        ok(ncmpi_put_var1_int_all(ncid, 2, &at, &value));
        put_record(ncid, record);
        ok(ncmpi_sync(ncid));
        if (record == 0)
            ok(ncmpi_open(MPI_COMM_SELF, path().c_str(), NC_NOWRITE, MPI_INFO_NULL, &reader));
        expect_values(values_of(reader, 2, 1), {100}, "times");
        expect_values(values_of(reader, 0, Cube::z), numbers(Cube::z), "line");
        meet();
    }
    ok(ncmpi_close(reader));
    close_file(ncid);
    expect_true(exists(part_in_epoch(15, 0)), "16 epochs have begun");
}

/// The program continues with its present files.
void an_epoch_whose_files_cannot_be_made_does_not_begin() {
    make_cube(path(), room_for_epochs);
    make_file(part_in_epoch(1, 1), "somebody's");
    const int ncid = open_with_epochs_of("2");
    for (int record = 0; record < 5; ++record) put_record(ncid, record);
    close_file(ncid);
    expect_records(5);
    expect_true(!exists(part_in_epoch(1, 0)), "nothing is left of it");
    expect_text(bytes_of(part_in_epoch(1, 1)), "somebody's", "the file in the way");
    at_first([] { fs::remove(part_in_epoch(1, 1)); });
}

}  // namespace

std::vector<Case> cases_of_epochs() {
    return {{"records_go_to_the_files_of_their_epoch", records_go_to_the_files_of_their_epoch},
            {"later_programs_go_on", later_programs_go_on},
            {"a_new_variable_is_in_all_epochs", a_new_variable_is_in_all_epochs},
            {"gets_in_the_wait_that_begins_an_epoch", gets_in_the_wait_that_begins_an_epoch},
            {"deleting_removes_the_files_of_all_epochs", deleting_removes_the_files_of_all_epochs},
            {"readers_find_what_they_have_found_before", readers_find_what_they_have_found_before},
            {"an_epoch_whose_files_cannot_be_made_does_not_begin",
             an_epoch_whose_files_cannot_be_made_does_not_begin}};
}

}  // namespace contract

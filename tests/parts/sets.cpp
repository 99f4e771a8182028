// SPDX-License-Identifier: BSD-3-Clause
// A dataset in several files, as its users see it.
#include <weft.h>

#include <filesystem>

#include "copies.hpp"
#include "cube.hpp"
#include "damage.hpp"
#include "epochs.hpp"
#include "failing_targets.hpp"
#include "files.hpp"
#include "folders.hpp"
#include "info.hpp"
#include "many_parts.hpp"
#include "sample.hpp"
#include "slow_targets.hpp"

using namespace contract;
namespace fs = std::filesystem;

namespace {

void values_come_back() {
    make_cube(path());
    for (int part = 0; part < Cube::parts; ++part)
        expect_true(exists(part_of(path(), part)), "a part");
    expect_cube(path());
}

void inquiries_speak_of_the_single_file() {
    make_cube(path());
    const int ncid = open_file(path(), NC_NOWRITE);
    int variables = 0;
    int dimensions = 0;
    int attributes = 0;
    int unlimited = -1;
    ok(ncmpi_inq(ncid, &dimensions, &variables, &attributes, &unlimited));
    expect_equal(dimensions, 3, "dimensions");
    expect_equal(variables, 3, "variables");
    expect_equal(attributes, 0, "attributes");
    int count = -1;
    ok(ncmpi_inq_varnatts(ncid, 0, &count));
    expect_equal(count, 0, "attributes of cube");
    ok(ncmpi_inq_varndims(ncid, 0, &count));
    expect_equal(count, 2, "dimensions of cube");
    expect_equal(record_count(ncid), Cube::records, "records");
    expect_text(hint_of(ncid, "weft_parts"), "3", "parts");
    close_file(ncid);
}

void sets_are_moved_with_their_folder() {
    const std::string here_first = path(".first");
    const std::string then_there = path(".then");
    at_first([&] {
        fs::remove_all(here_first);
        fs::remove_all(then_there);
        fs::create_directory(here_first);
    });
    make_cube(here_first + "/cube.nc");
    at_first([&] { fs::rename(here_first, then_there); });
    expect_cube(then_there + "/cube.nc");
    at_first([&] { fs::remove_all(then_there); });
}

void deleting_removes_all_files() {
    make_cube(path());
    meet();
    if (rank() == 0) ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL));
    meet();
    expect_true(!exists(path()), "the master is gone");
    for (int part = 0; part < Cube::parts; ++part)
        expect_true(!exists(part_of(path(), part)), "a part is gone");
}

void a_new_file_takes_the_place_of_the_whole_set() {
    make_cube(path());
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid));
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
    for (int part = 0; part < Cube::parts; ++part)
        expect_true(!exists(part_of(path(), part)), "a part of the set before is gone");
}

void what_is_no_part_is_not_overwritten() {
    make_file(part_of(path(), 1), "somebody's");
    const Info info(Pairs{{"weft_parts", "3"}, {"weft_part_least_bytes", "1"}});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    variable(ncid, "v", NC_INT, {dimension(ncid, "y", 4), dimension(ncid, "x", 4)});
    expect(ncmpi_enddef(ncid), NC_EEXIST);
    expect_true(std::string(weft_last_error(ncid)).find(part_of(path(), 1)) != std::string::npos,
                weft_last_error(ncid));
    ok(ncmpi_abort(ncid));
    expect_text(bytes_of(part_of(path(), 1)), "somebody's", "the file in the way");
    for (const int part : {0, 2}) expect_true(!exists(part_of(path(), part)), "no part is left");
    at_first([&] { fs::remove(part_of(path(), 1)); });
}

void small_variables_make_no_set() {
    const Info info(Pairs{{"weft_parts", "3"}});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    variable(ncid, "v", NC_INT, {dimension(ncid, "y", 4), dimension(ncid, "x", 4)});
    ok(ncmpi_enddef(ncid));
    expect_text(hint_of(ncid, "weft_parts"), "0", "parts");
    close_file(ncid);
    expect_true(!exists(part_of(path(), 0)), "there is no part");
}

/// Programs cannot change the attributes by which files of a set know each other.
void attributes_of_sets_are_their_own() {
    make_cube(path());
    const int ncid = open_file(path(), NC_WRITE);
    ok(ncmpi_redef(ncid));
    const auto put = [&](int owner, const char* name) {
        return ncmpi_put_att_text(ncid, owner, name, 4, "mine");
    };
    expect(put(NC_GLOBAL, "weft_set"), NC_EBADNAME);
    for (const char* name : {"weft_division", "aggregated_data", "aggregated_dimensions"})
        expect(put(0, name), NC_EBADNAME, name);
    expect(put(2, "weft_division"), NC_EBADNAME);
    ok(put(2, "aggregated_data"));  // line is in the master
    ok(put(NC_GLOBAL, "title"));
    expect(ncmpi_rename_att(ncid, NC_GLOBAL, "title", "weft_set"), NC_EBADNAME);
    expect(ncmpi_copy_att(ncid, 2, "aggregated_data", ncid, 0), NC_EBADNAME);
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
    expect_cube(path());
}

/// Only files that an access touches are opened.
void a_region_of_one_part_needs_no_other() {
    make_cube(path());
    at_first([&] {
        fs::remove(part_of(path(), 0));
        fs::remove(part_of(path(), 2));
    });
    const int ncid = open_file(path(), NC_NOWRITE);
    const MPI_Offset start[] = {2, 0};
    const MPI_Offset count[] = {2, Cube::x};
    std::vector<int> values(8);
    ok(ncmpi_get_vara_int_all(ncid, 0, start, count, values.data()), weft_last_error(ncid));
    expect_values(values, {8, 9, 10, 11, 12, 13, 14, 15}, "rows of part 1");
    close_file(ncid);
}

void parts_are_opened_by_who_needs_them() {
    make_cube(path());
    at_first([&] { fs::remove(part_of(path(), 2)); });
    const int ncid = open_file(path(), NC_NOWRITE);
    const bool is_last = rank() == ranks() - 1;
    const MPI_Offset start[] = {is_last ? 4 : 0, 0};
    const MPI_Offset count[] = {2, Cube::x};
    std::vector<int> values(8);
    expect(ncmpi_get_vara_int_all(ncid, 0, start, count, values.data()),
           is_last ? NC_ENOENT : NC_NOERR);
    if (!is_last) expect_values(values, {0, 1, 2, 3, 4, 5, 6, 7}, "rows of part 0");
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<Case> cases = {
        {"values_come_back", values_come_back},
        {"inquiries_speak_of_the_single_file", inquiries_speak_of_the_single_file},
        {"sets_are_moved_with_their_folder", sets_are_moved_with_their_folder},
        {"deleting_removes_all_files", deleting_removes_all_files},
        {"a_new_file_takes_the_place_of_the_whole_set",
         a_new_file_takes_the_place_of_the_whole_set},
        {"what_is_no_part_is_not_overwritten", what_is_no_part_is_not_overwritten},
        {"small_variables_make_no_set", small_variables_make_no_set},
        {"attributes_of_sets_are_their_own", attributes_of_sets_are_their_own},
        {"a_region_of_one_part_needs_no_other", a_region_of_one_part_needs_no_other},
        {"parts_are_opened_by_who_needs_them", parts_are_opened_by_who_needs_them}};
    for (const auto& others : {cases_of_copies(), cases_of_removal(), cases_of_folders(),
                               cases_of_damage(), cases_of_epochs(), cases_of_failing_targets(),
                               cases_of_many_parts(), cases_of_slow_targets()})
        cases.insert(cases.end(), others.begin(), others.end());
    return run(argc, argv, cases);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "folders.hpp"

#include <weft.h>

#include <filesystem>

#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

Pairs in_folders(const std::vector<std::string>& folders) {
    std::string list;
    for (const std::string& folder : folders) list += ":" + folder;
    return {{"weft_part_dirs", list}};
}

long files_in(const std::string& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

void parts_lie_where_they_are_wanted() {
    at_first([&] {
        for (const char* folder : {"one", "two"}) fs::create_directories(path(folder));
    });
    // Relative to the master's folder, and absolute.
    make_cube(path(), in_folders({path("one"), fs::absolute(path("two")).string()}));
    expect_equal(files_in(path("one")), 2L, "parts 0 and 2");
    expect_equal(files_in(path("two")), 1L, "part 1");
    expect_cube(path());
    meet();
    if (rank() == 0) ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL));
    meet();
    expect_equal(files_in(path("one")) + files_in(path("two")), 0L, "the parts are gone");
}

void masters_of_one_name_share_folders() {
    const std::string fast = fs::absolute(path(".fast")).string();
    const std::string masters[] = {path(".a") + "/cube.nc", path(".b") + "/cube.nc"};
    at_first([&] {
        fs::create_directories(fast);
        for (const std::string& master : masters)
            fs::create_directories(fs::path(master).parent_path());
    });
    for (const std::string& master : masters) make_cube(master, in_folders({fast}));
    for (const std::string& master : masters) expect_cube(master);
    meet();
    if (rank() == 0) ok(ncmpi_delete(masters[0].c_str(), MPI_INFO_NULL));
    meet();
    expect_cube(masters[1]);
    make_cube(masters[1], in_folders({fast}));  // again
    expect_equal(files_in(fast), static_cast<long>(Cube::parts), "files of the other set");
}

/// Expects that no set can be made with these hints, whose folders are missing.
void expect_no_set(Pairs hints) {
    hints["weft_part_least_bytes"] = "1";
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    if (hints["weft_parts"] == "auto") expect_text(hint_of(ncid, "weft_parts"), "auto", "parts");
    variable(ncid, "v", NC_INT, {dimension(ncid, "y", 4), dimension(ncid, "x", 4)});
    expect(ncmpi_enddef(ncid), NC_ENOENT);
    const std::string sentence = weft_last_error(ncid);
    expect_true(sentence.find(path(".nowhere")) != std::string::npos, sentence);
    expect_true(sentence.starts_with("rank 0: ") && sentence.find(": rank") == std::string::npos,
                "one rank: " + sentence);
    ok(ncmpi_abort(ncid));
    expect_true(!exists(path()), "no master is left");
}

void a_missing_folder_is_told() {
    expect_no_set({{"weft_parts", "2"}, {"weft_part_dirs", path(".nowhere")}});
}

/// A master has a line for each name.
void a_line_break_in_a_name_is_refused() {
    for (const auto& [name, folder] :
         {std::pair(path(".a\nb"), std::string()), {path(), path(".a\nb")}}) {
        Pairs hints{{"weft_parts", "2"}, {"weft_part_least_bytes", "1"}};
        if (!folder.empty()) hints["weft_part_dirs"] = folder;
        const Info info(hints);
        int ncid = -1;
        ok(ncmpi_create(MPI_COMM_WORLD, name.c_str(), NC_CLOBBER, info.get(), &ncid));
        variable(ncid, "v", NC_INT, {dimension(ncid, "y", 4), dimension(ncid, "x", 4)});
        expect(ncmpi_enddef(ncid), NC_EBADNAME);
        ok(ncmpi_abort(ncid));
        expect_true(!exists(name), "no master is left");
    }
}

/// The parts are found beside the file that a link leads to, and made there.
void a_master_behind_a_link_has_its_parts() {
    const std::string folder = path(".real");
    const std::string link = path(".link");
    at_first([&] {
        fs::create_directories(folder);
        fs::remove(link);
        fs::create_symlink(folder + "/cube.nc", link);
    });
    make_cube(link);
    expect_equal(files_in(folder), static_cast<long>(Cube::parts) + 1, "files beside the master");
    expect_cube(link);
    expect_cube(folder + "/cube.nc");
    meet();
    if (rank() == 0) ok(ncmpi_delete(link.c_str(), MPI_INFO_NULL));
    meet();
    expect_true(!fs::is_symlink(link), "the link is removed");
    expect_cube(folder + "/cube.nc");
}

/// Existing folders of this case.
std::vector<std::string> make_folders(const std::vector<const char*>& names) {
    std::vector<std::string> folders;
    for (const char* name : names) folders.push_back(path(name));
    at_first([&] {
        for (const std::string& folder : folders) fs::create_directories(folder);
    });
    return folders;
}

Pairs one_per_target(const std::vector<std::string>& folders, const char* milliseconds) {
    Pairs hints = in_folders(folders);
    hints["weft_parts"] = "auto";
    hints["weft_probe"] = milliseconds;
    return hints;
}

void all_folders_are_taken_untried() {
    const std::vector<std::string> folders = make_folders({".1", ".2", ".3"});
    make_cube(path(), one_per_target(folders, "0"));
    for (const std::string& folder : folders) {
        expect_equal(files_in(folder), 1L, "parts");
        const std::string name = fs::directory_iterator(folder)->path().filename().string();
        expect_true(name.find(std::string(32, '0')) == std::string::npos, "the set has a number");
    }
    expect_cube(path());
}

/// The report has the measurements, and no other files are left in the folders.
void folders_are_tried() {
    const std::vector<std::string> folders = make_folders({".1", ".2"});
    Pairs hints = one_per_target(folders, "20");
    hints["weft_report"] = path(".report.txt");
    make_cube(path(), hints);
    expect_cube(path());
    const std::string report = bytes_of(path(".report.txt"));
    long parts = 0;
    for (const std::string& folder : folders) {
        expect_true(report.find(folder + " ") != std::string::npos, report);
        parts += files_in(folder);
    }
    expect_true(report.find("MB/s") != std::string::npos, report);
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_text(hint_of(ncid, "weft_parts"), std::to_string(parts), "parts");
    close_file(ncid);
}

void a_folder_that_cannot_be_used_is_left_out() {
    std::vector<std::string> folders = make_folders({".1"});
    folders.push_back(path(".nowhere"));
    Pairs hints = one_per_target(folders, "20");
    hints["weft_report"] = path(".report.txt");
    make_cube(path(), hints);
    expect_equal(files_in(folders[0]), 1L, "parts");
    expect_cube(path());
    const std::string report = bytes_of(path(".report.txt"));
    expect_true(report.find("cannot be used") != std::string::npos, report);
}

void where_no_folder_can_be_used_that_is_told() {
    expect_no_set(one_per_target({path(".nowhere"), path(".nowhere_else")}, "20"));
}

/// The hints of the paper on partitioned files, where one chooses the dimension.
void the_papers_hints_are_understood() {
    const std::vector<std::string> folders = make_folders({".1", ".2"});
    Pairs hints = in_folders(folders);
    hints.insert({{"nc_partitioning_enabled", "true"},
                  {"weft_probe", "0"},
                  {"min_ndims", "2"},
                  {"par_dim_id", "2"},
                  {"weft_part_least_bytes", "1"}});
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    const int z = dimension(ncid, "z", 3);
    const int y = dimension(ncid, "y", 4);
    const int x = dimension(ncid, "x", 5);
    variable(ncid, "flat", NC_INT, {y, x});
    variable(ncid, "cube", NC_INT, {z, y, x});
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
    at_first([&] {
        const auto part = fs::directory_iterator(folders[0])->path().string();
        int alone = -1;
        ok(ncmpi_open(MPI_COMM_SELF, part.c_str(), NC_NOWRITE, MPI_INFO_NULL, &alone));
        int id = -1;
        expect(ncmpi_inq_varid(alone, "flat", &id), NC_ENOTVAR);
        ok(ncmpi_inq_varid(alone, "cube", &id));
        int dimensions[3] = {};
        ok(ncmpi_inq_vardimid(alone, id, dimensions));
        const MPI_Offset lengths[] = {3, 4, 2};
        for (int i = 0; i < 3; ++i) {
            MPI_Offset length = 0;
            ok(ncmpi_inq_dimlen(alone, dimensions[i], &length));
            expect_equal(length, lengths[i], "length in part 0");
        }
        ok(ncmpi_close(alone));
    });
}

}  // namespace

std::vector<Case> cases_of_folders() {
    return {{"parts_lie_where_they_are_wanted", parts_lie_where_they_are_wanted},
            {"masters_of_one_name_share_folders", masters_of_one_name_share_folders},
            {"a_missing_folder_is_told", a_missing_folder_is_told},
            {"a_line_break_in_a_name_is_refused", a_line_break_in_a_name_is_refused},
            {"a_master_behind_a_link_has_its_parts", a_master_behind_a_link_has_its_parts},
            {"all_folders_are_taken_untried", all_folders_are_taken_untried},
            {"folders_are_tried", folders_are_tried},
            {"a_folder_that_cannot_be_used_is_left_out", a_folder_that_cannot_be_used_is_left_out},
            {"where_no_folder_can_be_used_that_is_told", where_no_folder_can_be_used_that_is_told},
            {"the_papers_hints_are_understood", the_papers_hints_are_understood}};
}

}  // namespace contract

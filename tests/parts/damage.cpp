// SPDX-License-Identifier: BSD-3-Clause
#include "damage.hpp"

#include <pnetcdf.h>
#include <weft.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <vector>

#include "cube.hpp"
#include "files.hpp"
#include "sample.hpp"

namespace contract {
namespace {

namespace fs = std::filesystem;

/// A set that rank 0 has damaged.
void damage(const std::function<void(const std::string& set)>& work) {
    make_cube(path());
    meet();
    if (rank() == 0) work(path());
    meet();
}

/// Reading fails on every rank, with a sentence that has these words.
void expect_refusal(int code, std::initializer_list<std::string> words, Place place = here()) {
    const Reading reading = read_cube(path());
    expect(reading.code, code, reading.sentence, place);
    for (const std::string& word : words)
        expect_true(reading.sentence.find(word) != std::string::npos,
                    "'" + word + "' in: " + reading.sentence, place);
}

void a_missing_part_is_named() {
    damage([](const std::string& set) { fs::remove(part_of(set, 1)); });
    expect_refusal(NC_ENOENT, {"part 1", part_of(path(), 1)});
}

void parts_that_are_swapped_are_named() {
    damage([](const std::string& set) {
        fs::rename(part_of(set, 0), set + ".tmp");
        fs::rename(part_of(set, 2), part_of(set, 0));
        fs::rename(set + ".tmp", part_of(set, 2));
    });
    expect_refusal(NC_ENOTNC, {"part 0", "it is part 2"});
}

void a_part_of_another_set_is_named() {
    const std::string other = path(".other");
    make_cube(other);
    damage([&](const std::string& set) { fs::rename(part_of(other, 0), part_of(set, 0)); });
    expect_refusal(NC_ENOTNC, {"part 0", "another set"});
}

void a_file_that_is_no_part_is_named() {
    damage([](const std::string& set) {
        fs::copy_file(set, part_of(set, 2), fs::copy_options::overwrite_existing);
    });
    expect_refusal(NC_ENOTNC, {"part 2", "not part of a set"});
    at_first([] { fs::remove(part_of(path(), 2)); });  // for the next run
}

void a_part_cut_within_its_header_is_named() {
    damage([](const std::string& set) { fs::resize_file(part_of(set, 0), 40); });
    expect_refusal(NC_ENOTNC, {"part 0"});
    at_first([] { fs::remove(part_of(path(), 0)); });
}

/// The failure is reported at the use of the part, and before definitions change.
void a_part_without_a_name_is_told() {
    make_cube(path());
    std::string master = bytes_of(path());
    master.replace(master.find("part 1: "), 6, "part 7");
    meet();
    make_file(path(), master);
    expect_refusal(NC_ENOTNC, {path(), "part 1 has no name"});
    const int ncid = open_file(path(), NC_WRITE);
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {1, Cube::x};
    std::vector<int> row(Cube::x, -1);
    ok(ncmpi_get_vara_int_all(ncid, 0, start, count, row.data()), weft_last_error(ncid));
    expect_values(row, {0, 1, 2, 3}, "a row of part 0");
    expect(ncmpi_redef(ncid), NC_ENOTNC, weft_last_error(ncid));
    close_file(ncid);
    expect_text(bytes_of(path()), master, "the master");
    at_first([] { fs::remove(path()); });
}

/// For every hostile name of the same length: the set is refused with that name before any file is
/// opened, and deleting it leaves all other files.
void a_name_that_leads_elsewhere_is_refused() {
    const std::string name = fs::path(part_of(path(), 1)).filename();
    for (std::string other : {"ssh://host.invalid/", "weft://host/", "host:/", "../", "./../",
                              "a/../../", "/tmp/", "//", "~/", "ufs:", "./", "a/", "a//"}) {
        make_cube(path());
        std::string master = bytes_of(path());
        other.resize(name.size(), 'x');
        const std::size_t at = master.find("part 1: " + name);
        expect_true(at != std::string::npos, "the name is there");
        master.replace(at + 8, name.size(), other);
        meet();
        make_file(path(), master);
        expect_refusal(NC_ENOTNC, {path(), "part 1 is called '" + other + "'"});
        meet();
        if (rank() == 0) ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL), weft_last_error(-1));
        meet();
        for (int part = 0; part < Cube::parts; ++part)
            expect_true(exists(part_of(path(), part)), "a part of a master without sense stays");
    }
}

/// The values are zeros, as behind the end of every file that is too short.
void what_is_cut_off_reads_as_zeros() {
    damage([](const std::string& set) {
        fs::resize_file(part_of(set, 1), fs::file_size(part_of(set, 1)) - 40);
    });
    const Reading reading = read_cube(path());
    expect(reading.code, NC_NOERR, reading.sentence);
}

/// With any change of a byte of a header, no rank crashes, hangs or waits alone.
void any_byte_of_a_header_may_be_wrong() {
    make_cube(path());
    const std::string master = bytes_of(path());
    const std::string part = bytes_of(part_of(path(), 1));
    meet();
    std::mt19937 random(5);
    int refused = 0;
    for (int i = 0; i < 400; ++i) {
        const bool in_master = i % 2 == 0;
        std::string bytes = in_master ? master : part;
        bytes[random() % std::min<std::size_t>(bytes.size(), in_master ? 1700 : 500)] =
            static_cast<char>(random());
        make_file(in_master ? path() : part_of(path(), 1), bytes);
        refused += read_cube(path()).code == NC_NOERR ? 0 : 1;
        make_file(in_master ? path() : part_of(path(), 1), in_master ? master : part);
    }
    expect_true(refused > 50, "most of it is noticed");
    expect_cube(path());
}

}  // namespace

std::vector<Case> cases_of_damage() {
    return {{"a_missing_part_is_named", a_missing_part_is_named},
            {"parts_that_are_swapped_are_named", parts_that_are_swapped_are_named},
            {"a_part_of_another_set_is_named", a_part_of_another_set_is_named},
            {"a_file_that_is_no_part_is_named", a_file_that_is_no_part_is_named},
            {"a_part_cut_within_its_header_is_named", a_part_cut_within_its_header_is_named},
            {"a_part_without_a_name_is_told", a_part_without_a_name_is_told},
            {"a_name_that_leads_elsewhere_is_refused", a_name_that_leads_elsewhere_is_refused},
            {"what_is_cut_off_reads_as_zeros", what_is_cut_off_reads_as_zeros},
            {"any_byte_of_a_header_may_be_wrong", any_byte_of_a_header_may_be_wrong}};
}

}  // namespace contract

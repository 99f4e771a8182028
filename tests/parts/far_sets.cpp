// SPDX-License-Identifier: BSD-3-Clause
// Sets behind a server, which is on this machine: their parts are there, and none of their files
// here.
#include <weft.h>

#include <filesystem>

#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

using namespace contract;

namespace {

long files_in(const std::string& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

/// The path as the server sees it.
std::string there(const std::string& name) {
    return fs::current_path().string() + "/" + name;
}

void absolute_folders_are_refused() {
    const std::string folder = there("absolute");
    at_first([&] { fs::create_directories(folder); });
    for (const char* parts : {"3", "auto"}) {
        const Info info(Pairs{
            {"weft_parts", parts}, {"weft_part_dirs", folder}, {"weft_part_least_bytes", "1"}});
        int ncid = -1;
        ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
        variable(ncid, "v", NC_INT, {dimension(ncid, "y", 6), dimension(ncid, "x", 4)});
        expect(ncmpi_enddef(ncid), NC_EBADNAME);
        const std::string sentence = weft_last_error(ncid);
        expect_true(sentence.find("another machine") != std::string::npos, sentence);
        ok(ncmpi_abort(ncid));
        expect_equal(files_in(folder), 0L, "nothing is made here");
    }
}

void relative_folders_are_the_servers() {
    at_first([] { fs::create_directories(there("parts")); });
    make_cube(path(), {{"weft_part_dirs", "parts"}});
    expect_equal(files_in(there("parts")), static_cast<long>(Cube::parts), "parts");
    expect_cube(path());
    meet();
    if (rank() == 0) ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL), weft_last_error(-1));
    meet();
    expect_equal(files_in(there("parts")), 0L, "they go with the set");
}

void a_copy_there_owns_no_part() {
    make_cube(path());
    const std::string copy = path(".copy.nc");
    at_first([] {
        fs::copy_file(there("a_copy_there_owns_no_part.nc"),
                      there("a_copy_there_owns_no_part.copy.nc"));
    });
    expect_cube(copy);
    meet();
    if (rank() == 0) ok(ncmpi_delete(copy.c_str(), MPI_INFO_NULL), weft_last_error(-1));
    meet();
    expect_cube(path());
}

/// A server's file cannot name a file of its reader's machine.
void names_that_lead_to_the_reader_are_refused() {
    make_cube(path());
    std::string master = bytes_of(path());
    const std::string name = path().substr(path().rfind('/') + 1) + ".0001";
    std::string other = there("victim").substr(0, name.size());
    other.resize(name.size(), 'x');
    const std::size_t at = master.find("part 1: " + name);
    expect_true(at != std::string::npos, "the name is there");
    master.replace(at + 8, name.size(), other);
    meet();
    make_file(path(), master);
    const Reading reading = read_cube(path());
    expect(reading.code, NC_ENOTNC, reading.sentence);
    expect_true(reading.sentence.find("part 1 is called '/") != std::string::npos,
                reading.sentence);
}

}  // namespace

int main(int argc, char** argv) {
    return run(
        argc, argv,
        {{"absolute_folders_are_refused", absolute_folders_are_refused},
         {"relative_folders_are_the_servers", relative_folders_are_the_servers},
         {"a_copy_there_owns_no_part", a_copy_there_owns_no_part},
         {"names_that_lead_to_the_reader_are_refused", names_that_lead_to_the_reader_are_refused}});
}

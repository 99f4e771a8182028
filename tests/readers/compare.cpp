// SPDX-License-Identifier: BSD-3-Clause
// Reads every variable of every netCDF file in a directory through Weft, in parallel by blocks, and
// through netCDF-C, and compares the values bit by bit. Usage: readers_compare DIRECTORY
#include <mpi.h>
#include <netcdf.h>
#include <pnetcdf.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace {

constexpr int skipped = 77;
int failures = 0;

void expect(int code, const std::string& what) {
    if (code == NC_NOERR) return;
    ++failures;
    std::printf("%s: %s\n", what.c_str(), ncmpi_strerror(code));
}

/// This rank's block of a variable: a share of its first dimension, all of the others.
struct Block {
    std::vector<MPI_Offset> start;
    std::vector<MPI_Offset> count;
    std::vector<std::size_t> start_c;
    std::vector<std::size_t> count_c;
    std::size_t elements = 1;
};

Block block_of(int ncid, int varid) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int ndims = 0;
    nc_inq_varndims(ncid, varid, &ndims);
    std::vector<int> dimids(static_cast<std::size_t>(ndims));
    nc_inq_vardimid(ncid, varid, dimids.data());
    Block block;
    for (int i = 0; i < ndims; ++i) {
        std::size_t length = 0;
        nc_inq_dimlen(ncid, dimids[static_cast<std::size_t>(i)], &length);
        const std::size_t first =
            i == 0 ? length * static_cast<std::size_t>(rank) / static_cast<std::size_t>(ranks) : 0;
        const std::size_t last =
            i == 0 ? length * static_cast<std::size_t>(rank + 1) / static_cast<std::size_t>(ranks)
                   : length;
        block.start_c.push_back(first);
        block.count_c.push_back(last - first);
        block.start.push_back(static_cast<MPI_Offset>(first));
        block.count.push_back(static_cast<MPI_Offset>(last - first));
        block.elements *= last - first;
    }
    return block;
}

void compare_variable(const std::string& path, int theirs, int ours, int varid) {
    const Block block = block_of(theirs, varid);
    nc_type type = NC_NAT;
    nc_inq_vartype(theirs, varid, &type);
    const std::size_t bytes = block.elements * sizeof(double);
    std::vector<double> expected(std::max<std::size_t>(block.elements, 1));
    std::vector<double> got = expected;
    const std::string what = path + ", variable " + std::to_string(varid);
    if (type == NC_CHAR) {
        nc_get_vara_text(theirs, varid, block.start_c.data(), block.count_c.data(),
                         reinterpret_cast<char*>(expected.data()));
        expect(ncmpi_get_vara_text_all(ours, varid, block.start.data(), block.count.data(),
                                       reinterpret_cast<char*>(got.data())),
               what);
    } else {
        nc_get_vara_double(theirs, varid, block.start_c.data(), block.count_c.data(),
                           expected.data());
        expect(ncmpi_get_vara_double_all(ours, varid, block.start.data(), block.count.data(),
                                         got.data()),
               what);
    }
    if (std::memcmp(expected.data(), got.data(), bytes) == 0) return;
    ++failures;
    std::printf("%s: values differ\n", what.c_str());
}

void compare_file(const std::string& path) {
    int theirs = -1;
    int ours = -1;
    if (nc_open(path.c_str(), NC_NOWRITE, &theirs) != NC_NOERR) return;
    expect(ncmpi_open(MPI_COMM_WORLD, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ours), path);
    int expected = 0;
    int got = 0;
    nc_inq_nvars(theirs, &expected);
    expect(ncmpi_inq_nvars(ours, &got), path);
    if (expected != got) ++failures;
    for (int varid = 0; varid < std::min(expected, got); ++varid)
        compare_variable(path, theirs, ours, varid);
    expect(ncmpi_close(ours), path);
    nc_close(theirs);
}

int run(const char* directory) {
    if (!std::filesystem::is_directory(directory)) {
        std::printf("skipped: %s is missing (package ferret-datasets)\n", directory);
        return skipped;
    }
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) compare_file(path);
    if (paths.size() < 10) {
        std::printf("only %zu files in %s\n", paths.size(), directory);
        return 1;
    }
    return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int result = argc == 2 ? run(argv[1]) : 2;
    MPI_Finalize();
    return result;
}

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
// Least numbers for the package ferret-datasets, which has had the same files for years.
constexpr int least_files = 10;
constexpr int least_variables = 70;
constexpr long long least_values = 21'000'000;

int failures = 0;
int files = 0;
int variables = 0;
long long values = 0;  // of this rank's blocks

void fail(const std::string& what) {
    ++failures;
    std::printf("%s\n", what.c_str());
}

bool expect(int code, const std::string& what) {
    if (code == NC_NOERR) return true;
    fail(what + ": " + ncmpi_strerror(code));
    return false;
}

bool expect_theirs(int code, const std::string& what) {
    if (code == NC_NOERR) return true;
    fail(what + ", by netCDF-C: " + nc_strerror(code));
    return false;
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
    expect_theirs(nc_inq_varndims(ncid, varid, &ndims), "number of dimensions");
    std::vector<int> dimids(static_cast<std::size_t>(ndims));
    expect_theirs(nc_inq_vardimid(ncid, varid, dimids.data()), "dimensions");
    Block block;
    for (int i = 0; i < ndims; ++i) {
        std::size_t length = 0;
        expect_theirs(nc_inq_dimlen(ncid, dimids[static_cast<std::size_t>(i)], &length), "length");
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

/// The two ask alike for whatever is not text.
bool get(const Block& block, int theirs, int ours, int varid, nc_type type, const std::string& what,
         double* expected, double* got) {
    const auto* start = block.start.data();
    const auto* count = block.count.data();
    const auto* start_c = block.start_c.data();
    const auto* count_c = block.count_c.data();
    if (type == NC_CHAR) {
        auto* expected_text = reinterpret_cast<char*>(expected);
        auto* got_text = reinterpret_cast<char*>(got);
        const int code = ncmpi_get_vara_text_all(ours, varid, start, count, got_text);
        return expect_theirs(nc_get_vara_text(theirs, varid, start_c, count_c, expected_text),
                             what) &&
               expect(code, what);
    }
    const int code = ncmpi_get_vara_double_all(ours, varid, start, count, got);
    return expect_theirs(nc_get_vara_double(theirs, varid, start_c, count_c, expected), what) &&
           expect(code, what);
}

void compare_variable(const std::string& path, int theirs, int ours, int varid) {
    const std::string what = path + ", variable " + std::to_string(varid);
    const Block block = block_of(theirs, varid);
    nc_type type = NC_NAT;
    expect_theirs(nc_inq_vartype(theirs, varid, &type), what);
    // Different before, so that reading nothing shows.
    std::vector<double> expected(std::max<std::size_t>(block.elements, 1), -1.25);
    std::vector<double> got(expected.size(), -2.5);
    if (!get(block, theirs, ours, varid, type, what, expected.data(), got.data())) return;
    const std::size_t bytes = block.elements * (type == NC_CHAR ? 1 : sizeof(double));
    if (std::memcmp(expected.data(), got.data(), bytes) != 0) fail(what + ": values differ");
    values += static_cast<long long>(block.elements);
    ++variables;
}

void compare_file(const std::string& path) {
    int theirs = -1;
    int ours = -1;
    const bool opened =
        expect(ncmpi_open(MPI_COMM_WORLD, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ours), path);
    if (!expect_theirs(nc_open(path.c_str(), NC_NOWRITE, &theirs), path) || !opened) return;
    int expected = 0;
    int got = 0;
    expect_theirs(nc_inq_nvars(theirs, &expected), path);
    expect(ncmpi_inq_nvars(ours, &got), path);
    if (expected != got) fail(path + ": the numbers of variables differ");
    for (int varid = 0; varid < std::min(expected, got); ++varid)
        compare_variable(path, theirs, ours, varid);
    expect(ncmpi_close(ours), path);
    expect_theirs(nc_close(theirs), path);
    ++files;
}

int run(const char* directory) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!std::filesystem::is_directory(directory)) {
        if (rank == 0) std::printf("skipped: %s is missing (package ferret-datasets)\n", directory);
        return skipped;
    }
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        const auto suffix = entry.path().extension();
        if (suffix == ".cdf" || suffix == ".nc") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) compare_file(path);
    MPI_Allreduce(MPI_IN_PLACE, &values, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("%d files, %d variables, %lld values compared\n", files, variables, values);
    if (files < least_files || variables < least_variables || values < least_values)
        fail("that is less than the package has");
    return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int result = argc == 2 ? run(argv[1]) : 2;
    MPI_Finalize();
    return result;
}

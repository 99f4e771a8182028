// SPDX-License-Identifier: BSD-3-Clause
// Reads all files that make.py has written into a folder, and compares definitions and values.
// Usage: netcdf4_read FOLDER
#include <mpi.h>
#include <pnetcdf.h>
#include <weft.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "definitions.hpp"
#include "findings.hpp"
#include "values.hpp"

namespace {

constexpr int skipped = 77;

std::vector<std::filesystem::path> files_in(const char* folder) {
    std::vector<std::filesystem::path> files;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
        if (entry.path().extension() == ".nc") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

void compare_file(const std::filesystem::path& file, std::uint64_t seed) {
    const netcdf4::Expected expected(file);
    int ncid = -1;
    const int code =
        ncmpi_open(MPI_COMM_WORLD, expected.path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid);
    if (code != NC_NOERR) {
        netcdf4::fail(expected.path + ": " + ncmpi_strerrno(code) + ": " + weft_last_error(-1));
        return;
    }
    netcdf4::compare_definitions(ncid, expected);
    netcdf4::compare_all_values(ncid, expected, seed);
    netcdf4::ok(ncmpi_close(ncid), expected.path);
}

int compare_files(const std::vector<std::filesystem::path>& files) {
    for (const std::uint64_t seed : weft::test_seeds(2)) {
        const int before = netcdf4::failures;
        for (const std::filesystem::path& file : files) compare_file(file, seed);
        if (netcdf4::failures != before) std::printf("%s\n", weft::replay_of(seed).c_str());
    }
    int all = 0;
    MPI_Allreduce(&netcdf4::failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    std::printf("%zu files, %d failures\n", files.size(), all);
    return all == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    MPI_Init(&argc, &argv);
    const std::vector<std::filesystem::path> files = files_in(argv[1]);
    int result = skipped;
    if (files.empty())
        std::printf("skipped: there are no files, which make.py writes by h5py and netCDF4\n");
    else
        result = compare_files(files);
    MPI_Finalize();
    return result;
}

// SPDX-License-Identifier: BSD-3-Clause
// 100,000 variables with 3 attributes each are defined, written, opened and looked up in time
// proportional to their number: at most 30 times the processor time of 10,000, where quadratic work
// would take 100 times.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "bounds.hpp"

namespace {

void define(int file, int count) {
    int dim = -1;
    check(ncmpi_def_dim(file, "x", 4, &dim), "def_dim");
    for (int i = 0; i < count; ++i) {
        int var = -1;
        check(
            ncmpi_def_var(file, ("variable_" + std::to_string(i)).c_str(), NC_FLOAT, 1, &dim, &var),
            "def_var");
        for (const char* name : {"units", "long_name", "comment"})
            check(ncmpi_put_att_text(file, var, name, 5, "metre"), "put_att");
    }
}

double seconds_for(int count) {
    const std::clock_t begin = std::clock();
    int file = -1;
    check(ncmpi_create(MPI_COMM_WORLD, "many.nc", NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file),
          "create");
    define(file, count);
    check(ncmpi_enddef(file), "enddef");
    check(ncmpi_close(file), "close");
    check(ncmpi_open(MPI_COMM_WORLD, "many.nc", NC_NOWRITE, MPI_INFO_NULL, &file), "open");
    for (int i = 0; i < count; ++i) {
        int var = -1;
        check(ncmpi_inq_varid(file, ("variable_" + std::to_string(i)).c_str(), &var), "inq_varid");
        if (var != i) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    check(ncmpi_close(file), "close");
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    seconds_for(1000);
    const double few = seconds_for(10'000);
    const double many = seconds_for(100'000);
    std::printf("10,000 variables took %.3f s, 100,000 took %.3f s\n", few, many);
    MPI_Finalize();
    return many < 30 * few ? EXIT_SUCCESS : EXIT_FAILURE;
}

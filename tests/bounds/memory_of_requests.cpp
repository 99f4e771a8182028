// SPDX-License-Identifier: BSD-3-Clause
// A hundred million rows of eight bytes per rank, interleaved between the ranks, need no more
// memory than a few. The user's buffer is one number: an imap of zeros puts it everywhere.
#include <cstdio>
#include <cstdlib>

#include "bounds.hpp"

namespace {

constexpr MPI_Offset side = 10000;  // side * side rows
constexpr long most_kib = 64 << 10;

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int file = -1;
    int dims[3];
    int var = -1;
    check(ncmpi_create(MPI_COMM_WORLD, "rows.nc", NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file),
          "create");
    check(ncmpi_def_dim(file, "z", side, &dims[0]), "def_dim");
    check(ncmpi_def_dim(file, "y", side, &dims[1]), "def_dim");
    check(ncmpi_def_dim(file, "x", 2, &dims[2]), "def_dim");
    check(ncmpi_def_var(file, "rows", NC_DOUBLE, 3, dims, &var), "def_var");
    check(ncmpi_enddef(file), "enddef");
    const double value = 3.5 + rank;
    const MPI_Offset start[3] = {0, 0, rank};
    const MPI_Offset count[3] = {side, side, 1};
    const MPI_Offset imap[3] = {0, 0, 0};
    const long before = peak_kib();
    check(ncmpi_put_varm_double_all(file, var, start, count, nullptr, imap, &value), "put");
    const long used = peak_kib() - before;
    const MPI_Offset last[3] = {side - 1, side - 1, rank};
    double back = 0;
    check(ncmpi_get_var1_double_all(file, var, last, &back), "get");
    check(ncmpi_close(file), "close");
    std::printf("rank %d of %d: %lld rows of 8 bytes took %ld KiB\n", rank, ranks,
                static_cast<long long>(side * side), used);
    MPI_Finalize();
    return back == value && used < most_kib ? EXIT_SUCCESS : EXIT_FAILURE;
}

// SPDX-License-Identifier: BSD-3-Clause
// Ranks of two hosts write a matrix in tiles, those of a host beside each other: what one host has
// is its aggregator's to move, so that two-phase sends nothing, however slow the link is.
//
//     tiles_on_hosts FILE
#include <weft.h>

#include <array>
#include <cstdio>
#include <vector>

#include "../program.hpp"

namespace {

constexpr MPI_Offset rows = 16384;
constexpr MPI_Offset columns = 64;
constexpr MPI_Offset across = 2;  // tiles of a host

struct Tile {
    explicit Tile(int rank, int ranks)
        : start{rank / across * rows * across / ranks, rank % across * columns / across},
          count{rows * across / ranks, columns / across} {}

    [[nodiscard]] std::vector<int> values() const {
        std::vector<int> all;
        for (MPI_Offset row = 0; row < count[0]; ++row)
            for (MPI_Offset column = 0; column < count[1]; ++column)
                all.push_back(static_cast<int>((start[0] + row) * columns + start[1] + column));
        return all;
    }

    std::array<MPI_Offset, 2> start;
    std::array<MPI_Offset, 2> count;
};

int create(const char* path, int& variable) {
    int file = -1;
    std::array<int, 2> dims{};
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file),
          "create");
    check(ncmpi_def_dim(file, "row", rows, dims.data()), "def_dim");
    check(ncmpi_def_dim(file, "column", columns, &dims[1]), "def_dim");
    check(ncmpi_def_var(file, "matrix", NC_INT, 2, dims.data(), &variable), "def_var");
    check(ncmpi_enddef(file), "enddef");
    return file;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    require(argc == 2, "usage: tiles_on_hosts FILE");
    require(ranks % across == 0, "the number of ranks must be even");
    int variable = -1;
    const int file = create(argv[1], variable);
    const Tile tile(rank, ranks);
    const std::vector<int> values = tile.values();
    std::vector<int> read(values.size());
    for (int turn = 0; turn < 2; ++turn)
        check(ncmpi_put_vara_int_all(file, variable, tile.start.data(), tile.count.data(),
                                     values.data()),
              "put_vara_int_all");
    std::array<char, 4096> report{};
    require(weft_report(file, report.data(), report.size()) > 0, "there is no report");
    check(ncmpi_sync(file), "sync");
    check(ncmpi_get_vara_int_all(file, variable, tile.start.data(), tile.count.data(), read.data()),
          "get_vara_int_all");
    require(read == values, "a value is wrong");
    check(ncmpi_close(file), "close");
    if (rank == 0) std::printf("%s%d ranks are right\n", report.data(), ranks);
    MPI_Finalize();
    return 0;
}

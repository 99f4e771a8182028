// SPDX-License-Identifier: BSD-3-Clause
// A million pending requests of three dimensions on each rank are posted and completed with less
// than 256 MiB beyond the caller's own memory and, as these puts are small, one copy of their
// values. Posted far from file order, as lists of blocks often are.
//
// usage: pending_requests put|get blocks|elements|strided|records
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "bounds.hpp"

namespace {

constexpr MPI_Offset side = 100;  // side * side * side requests
constexpr long most_kib = 256 << 10;

using Triple = std::array<MPI_Offset, 3>;

/// The elements of each request: `count` elements, `stride` apart, in a cell of `cell` elements.
struct Shape {
    Triple count{1, 1, 1};
    Triple stride{1, 1, 1};
    Triple cell{1, 1, 1};
    bool records = false;
};

Shape shape_of(std::string_view name) {
    if (name == "blocks") return {.count = {8, 8, 8}, .cell = {8, 8, 8}};
    if (name == "elements") return {};
    if (name == "strided") return {.count = {2, 2, 2}, .stride = {2, 2, 2}, .cell = {4, 4, 4}};
    require(name == "records", "blocks, elements, strided or records");
    return {.count = {2, 2, 2}, .cell = {2, 2, 2}, .records = true};
}

/// A file with one variable of bytes, in which the cells of the ranks follow each other in the last
/// dimension.
struct Sample {
    int file = -1;
    int variable = -1;

    Sample(const Shape& shape, int ranks) {
        check(ncmpi_create(MPI_COMM_WORLD, "pending.nc", NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL,
                           &file),
              "create");
        const Triple cells = {side, side, side * ranks};
        std::array<int, 3> dims{};
        for (std::size_t i = 0; i < 3; ++i) {
            const MPI_Offset length =
                shape.records && i == 0 ? NC_UNLIMITED : cells[i] * shape.cell[i];
            check(ncmpi_def_dim(file, std::array{"z", "y", "x"}[i], length, &dims[i]), "def_dim");
        }
        check(ncmpi_def_var(file, "v", NC_BYTE, 3, dims.data(), &variable), "def_var");
        check(ncmpi_enddef(file), "enddef");
    }
};

/// The i-th request. All of them share one buffer of values.
void post(const Sample& sample, const Shape& shape, bool put, MPI_Offset i, int rank,
          signed char* values, int* request) {
    constexpr MPI_Offset all = side * side * side;
    const MPI_Offset cell = i * 7919 % all;  // a prime: every cell once
    const Triple start = {cell / side / side * shape.cell[0], cell / side % side * shape.cell[1],
                          (cell % side + rank * side) * shape.cell[2]};
    if (put) {
        check(ncmpi_iput_vars_schar(sample.file, sample.variable, start.data(), shape.count.data(),
                                    shape.stride.data(), values, request),
              "iput");
    } else {
        check(ncmpi_iget_vars_schar(sample.file, sample.variable, start.data(), shape.count.data(),
                                    shape.stride.data(), values, request),
              "iget");
    }
}

void transfer(const Sample& sample, const Shape& shape, bool put, int rank,
              std::vector<signed char>& values, std::vector<int>& requests,
              std::vector<int>& statuses) {
    const double begin = MPI_Wtime();
    for (std::size_t i = 0; i < requests.size(); ++i)
        post(sample, shape, put, static_cast<MPI_Offset>(i), rank, values.data(), &requests[i]);
    const double posted = MPI_Wtime();
    check(ncmpi_wait_all(sample.file, static_cast<int>(requests.size()), requests.data(),
                         statuses.data()),
          "wait_all");
    for (const int status : statuses) require(status == NC_NOERR, "a request failed");
    std::printf("rank %d: %s posted in %.3f s, completed in %.3f s\n", rank, put ? "puts" : "gets",
                posted - begin, MPI_Wtime() - posted);
}

/// Puts have left sevens in this rank's first and last element; gets have brought what the file
/// holds, zeros and one five, to where the sevens were.
void require_effect(const Sample& sample, const Shape& shape, bool put, int rank,
                    const std::vector<signed char>& values) {
    if (!put) {
        for (const signed char value : values) require(value == 0 || value == 5, "nothing was got");
        return;
    }
    Triple first = {0, 0, rank * side * shape.cell[2]};
    Triple last{};
    for (std::size_t i = 0; i < 3; ++i) {
        const MPI_Offset cells = i == 2 ? (rank + 1) * side : side;
        last[i] = (cells - 1) * shape.cell[i] + (shape.count[i] - 1) * shape.stride[i];
    }
    for (const Triple& index : {first, last}) {
        signed char value = 0;
        check(ncmpi_get_var1_schar_all(sample.file, sample.variable, index.data(), &value), "get");
        require(value == 7, "nothing was put");
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc == 3, "usage: pending_requests put|get blocks|elements|strided|records");
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const bool put = std::string_view(argv[1]) == "put";
    const Shape shape = shape_of(argv[2]);
    const Sample sample(shape, ranks);
    const auto size = static_cast<std::size_t>(shape.count[0] * shape.count[1] * shape.count[2]);
    std::vector<signed char> values(size, 7);
    std::vector<int> requests(side * side * side);
    std::vector<int> statuses(requests.size());
    if (!put) {
        const signed char last = 5;
        const MPI_Offset index[3] = {side * shape.cell[0] - 1, side * shape.cell[1] - 1,
                                     side * ranks * shape.cell[2] - 1};
        check(ncmpi_put_var1_schar_all(sample.file, sample.variable, index, &last), "put_var1_all");
    }
    const long before = peak_kib();
    transfer(sample, shape, put, rank, values, requests, statuses);
    const long used = peak_kib() - before;
    int pending = -1;
    check(ncmpi_inq_nreqs(sample.file, &pending), "inq_nreqs");
    require(pending == 0, "requests are left");
    require_effect(sample, shape, put, rank, values);
    check(ncmpi_close(sample.file), "close");
    std::printf("rank %d of %d: %zu requests took %ld KiB\n", rank, ranks, requests.size(), used);
    MPI_Finalize();
    const long copied_kib = put ? static_cast<long>(requests.size() * size) >> 10 : 0;
    return used < most_kib + copied_kib ? EXIT_SUCCESS : EXIT_FAILURE;
}

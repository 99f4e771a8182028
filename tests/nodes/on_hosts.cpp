// SPDX-License-Identifier: BSD-3-Clause
// Ranks of two hosts write a matrix by columns, record by record, and read it back by rows.
//
//     on_hosts FILE
#include <weft.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "../program.hpp"

namespace {

constexpr int rows = 64;
constexpr int columns_of_rank = 1000;
constexpr int records = 4;

int rank_ = 0;
int ranks_ = 1;

/// With fewer hosts the test would be one of a single host.
void require_two_hosts() {
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    int size = 0;
    MPI_Comm_size(host, &size);
    MPI_Comm_free(&host);
    require(size == ranks_ / 2, "there are not two hosts with half of the ranks each");
}

int value_at(long long record, long long row, long long column) {
    return static_cast<int>((record * rows + row) * 100'000 + column);
}

struct File {
    int id = -1;
    int variable = -1;
};

File create(const char* path) {
    File file;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", "two_phase");
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, info, &file.id), "create");
    MPI_Info_free(&info);
    std::array<int, 3> dims{};
    check(ncmpi_def_dim(file.id, "record", NC_UNLIMITED, dims.data()), "def_dim");
    check(ncmpi_def_dim(file.id, "row", rows, &dims[1]), "def_dim");
    check(ncmpi_def_dim(file.id, "column", MPI_Offset{columns_of_rank} * ranks_, &dims[2]),
          "def_dim");
    check(ncmpi_def_var(file.id, "matrix", NC_INT, 3, dims.data(), &file.variable), "def_var");
    check(ncmpi_enddef(file.id), "enddef");
    return file;
}

void write_columns(const File& file, MPI_Offset record) {
    std::vector<int> values;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns_of_rank; ++column)
            values.push_back(value_at(record, row, rank_ * columns_of_rank + column));
    }
    const std::array<MPI_Offset, 3> start = {record, 0, MPI_Offset{rank_} * columns_of_rank};
    const std::array<MPI_Offset, 3> count = {1, rows, columns_of_rank};
    check(ncmpi_put_vara_int_all(file.id, file.variable, start.data(), count.data(), values.data()),
          "put_vara_int_all");
}

void check_rows(const File& file, MPI_Offset record) {
    const MPI_Offset mine = rows / ranks_;
    const MPI_Offset columns = MPI_Offset{columns_of_rank} * ranks_;
    std::vector<int> values(static_cast<std::size_t>(mine * columns));
    const std::array<MPI_Offset, 3> start = {record, rank_ * mine, 0};
    const std::array<MPI_Offset, 3> count = {1, mine, columns};
    check(ncmpi_get_vara_int_all(file.id, file.variable, start.data(), count.data(), values.data()),
          "get_vara_int_all");
    std::size_t at = 0;
    for (MPI_Offset row = 0; row < mine; ++row) {
        for (MPI_Offset column = 0; column < columns; ++column)
            require(values[at++] == value_at(record, start[1] + row, column), "a value is wrong");
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    require(argc == 2, "usage: on_hosts FILE");
    require_two_hosts();
    const File file = create(argv[1]);
    for (MPI_Offset record = 0; record < records; ++record) write_columns(file, record);
    check(ncmpi_sync(file.id), "sync");
    for (MPI_Offset record = 0; record < records; ++record) check_rows(file, record);
    std::array<char, 4096> report{};
    require(weft_report(file.id, report.data(), report.size()) > 0, "there is no report");
    check(ncmpi_close(file.id), "close");
    if (rank_ == 0) std::printf("%s%d ranks on two hosts are right\n", report.data(), ranks_);
    MPI_Finalize();
    return 0;
}

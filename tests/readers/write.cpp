// SPDX-License-Identifier: BSD-3-Clause
// Writes one file for read.py: a fixed and a record variable of every type of the format, split
// among the ranks. Element (i, j) of variable number v holds (17 v + 10 i + j) mod 100. Usage:
// readers_write FORMAT FILE
#include <string>
#include <vector>

#include "../program.hpp"

namespace {

constexpr MPI_Offset rows = 6;
constexpr MPI_Offset columns = 5;

/// Ranks take columns in turn, so that their bytes interleave.
void put(int file, int varid, int number, bool text) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const MPI_Offset start[2] = {0, rank < columns ? rank : 0};
    const MPI_Offset count[2] = {rows, rank < columns ? (columns - rank + ranks - 1) / ranks : 0};
    const MPI_Offset stride[2] = {1, ranks};
    std::vector<int> values;
    std::string letters;
    for (MPI_Offset i = 0; i < rows; ++i) {
        for (MPI_Offset j = 0; j < count[1]; ++j) {
            const auto value =
                static_cast<int>((17 * number + 10 * i + start[1] + j * ranks) % 100);
            values.push_back(value);
            letters.push_back(static_cast<char>(value + 20));
        }
    }
    values.push_back(0);
    check(text ? ncmpi_put_vars_text_all(file, varid, start, count, stride, letters.c_str())
               : ncmpi_put_vars_int_all(file, varid, start, count, stride, values.data()),
          "put_vars_all");
}

void write(int format, const char* path) {
    const int flags = format == 5 ? NC_64BIT_DATA : format == 2 ? NC_64BIT_OFFSET : 0;
    int file = -1;
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | flags, MPI_INFO_NULL, &file), "create");
    int dims[3];
    check(ncmpi_def_dim(file, "time", NC_UNLIMITED, &dims[0]), "def_dim");
    check(ncmpi_def_dim(file, "row", rows, &dims[1]), "def_dim");
    check(ncmpi_def_dim(file, "column", columns, &dims[2]), "def_dim");
    const int record_dims[2] = {dims[0], dims[2]};
    const int last_type = format == 5 ? NC_UINT64 : NC_DOUBLE;
    std::vector<int> types;
    std::vector<int> ids;
    for (int type = NC_BYTE; type <= last_type; ++type) {
        for (const bool record : {false, true}) {
            const std::string name = (record ? "record_" : "fixed_") + std::to_string(type);
            types.push_back(type);
            check(ncmpi_def_var(file, name.c_str(), type, 2, record ? record_dims : dims + 1,
                                &ids.emplace_back()),
                  "def_var");
            check(ncmpi_put_att_text(file, ids.back(), "units", 2, "\xc3\xa9"), "put_att_text");
        }
    }
    const double range[2] = {-1.5, 1e30};
    check(ncmpi_put_att_double(file, NC_GLOBAL, "range", NC_DOUBLE, 2, range), "put_att_double");
    check(ncmpi_enddef(file), "enddef");
    for (std::size_t i = 0; i < ids.size(); ++i)
        put(file, ids[i], static_cast<int>(i), types[i] == NC_CHAR);
    check(ncmpi_close(file), "close");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc == 3) write(std::atoi(argv[1]), argv[2]);
    MPI_Finalize();
    return argc == 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}

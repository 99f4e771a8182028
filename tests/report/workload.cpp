// SPDX-License-Identifier: BSD-3-Clause
// Calls whose number and bytes report_files_test.py knows: workload FILE [RANK:PLAN]. Hints come
// from the environment; a plan is that of a store (tests/planned_store.hpp). Rank 0 leaves what
// weft_last_error says after the close in FILE.error.
#include <mpi.h>
#include <pnetcdf.h>
#include <weft.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "planned_store.hpp"

namespace {

constexpr int rounds = 5;          // of collective puts, the last rank late each time
constexpr MPI_Offset rows = 1000;  // of each rank
constexpr MPI_Offset columns = 8;  // of each rank, interleaved with those of others
constexpr MPI_Offset single = 10;  // values of an independent put

int failures = 0;

void check(int code, const char* call) {
    if (code == NC_NOERR) return;
    std::fprintf(stderr, "%s: %s\n", call, ncmpi_strerror(code));
    ++failures;
}

struct File {
    int ncid = -1;
    int blocks = -1;
    int columns = -1;
};

File create(const std::string& path, int ranks) {
    File file;
    check(ncmpi_create(MPI_COMM_WORLD, path.c_str(), NC_64BIT_DATA, MPI_INFO_NULL, &file.ncid),
          "create");
    int y = -1;
    int x = -1;
    int n = -1;
    check(ncmpi_def_dim(file.ncid, "n", rows * ranks, &n), "def_dim");
    check(ncmpi_def_dim(file.ncid, "y", rows, &y), "def_dim");
    check(ncmpi_def_dim(file.ncid, "x", columns * ranks, &x), "def_dim");
    check(ncmpi_def_var(file.ncid, "blocks", NC_INT, 1, &n, &file.blocks), "def_var");
    const int plane[] = {y, x};
    check(ncmpi_def_var(file.ncid, "columns", NC_DOUBLE, 2, plane, &file.columns), "def_var");
    check(ncmpi_enddef(file.ncid), "enddef");
    return file;
}

void put_blocks(const File& file, int rank, bool is_late) {
    const MPI_Offset start = rows * rank;
    const std::vector<int> values(rows, rank);
    for (int i = 0; i < rounds; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (is_late) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        check(ncmpi_put_vara_int_all(file.ncid, file.blocks, &start, &rows, values.data()), "put");
    }
}

void move_columns(const File& file, int rank) {
    const MPI_Offset start[] = {0, columns * rank};
    const MPI_Offset count[] = {rows, columns};
    std::vector<double> values(rows * columns, rank);
    check(ncmpi_put_vara_double_all(file.ncid, file.columns, start, count, values.data()), "put");
    check(ncmpi_get_vara_double_all(file.ncid, file.columns, start, count, values.data()), "get");
    for (const double value : values) failures += value == rank ? 0 : 1;
}

void put_alone(const File& file, int rank) {
    check(ncmpi_begin_indep_data(file.ncid), "begin_indep_data");
    const std::vector<int> values(single, -rank);
    const MPI_Offset start = rows * rank;
    for (int i = 0; i < rank; ++i)
        check(ncmpi_put_vara_int(file.ncid, file.blocks, &start, &single, values.data()), "put");
    check(ncmpi_end_indep_data(file.ncid), "end_indep_data");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::string path = argc >= 2 ? argv[1] : "workload.nc";
    const PlannedStore store(argc >= 3 ? argv[2] : "");
    const File file = create(path, ranks);
    put_blocks(file, rank, rank == ranks - 1 && ranks > 1);
    move_columns(file, rank);
    put_alone(file, rank);
    check(ncmpi_close(file.ncid), "close");
    if (rank == 0) std::ofstream(path + ".error") << weft_last_error(file.ncid);
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}

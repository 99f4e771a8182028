// SPDX-License-Identifier: BSD-3-Clause
// Every rank writes its columns of a table and reads its neighbour's.
#include <mpi.h>

#include <iostream>
#include <pnetcdf>
#include <vector>

using PnetCDF::NcmpiDim;
using PnetCDF::NcmpiFile;
using PnetCDF::NcmpiVar;

namespace {

constexpr MPI_Offset rows = 6;
constexpr MPI_Offset width = 4;

std::vector<int> columns_of(int rank) {
    std::vector<int> values;
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < width; ++i) values.push_back(100 * row + rank * int(width) + i);
    }
    return values;
}

bool run(int rank, int size) {
    NcmpiFile file(MPI_COMM_WORLD, "columns_cxx.nc", NcmpiFile::replace, NcmpiFile::classic5);
    std::vector<NcmpiDim> dims = {file.addDim("row", rows), file.addDim("column", size * width)};
    NcmpiVar table = file.addVar("table", PnetCDF::ncmpiInt, dims);
    table.putAtt("units", std::string("1"));

    const std::vector<int> values = columns_of(rank);
    std::vector<MPI_Offset> start = {0, rank * width}, count = {rows, width};
    table.putVar_all(start, count, &values[0]);

    const int neighbour = (rank + 1) % size;
    std::vector<int> read(values.size());
    start[1] = neighbour * width;
    table.getVar_all(start, count, &read[0]);
    return read == columns_of(neighbour);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bool good = false;
    try {
        good = run(rank, size);
    } catch (PnetCDF::exceptions::NcmpiException& e) {
        std::cerr << e.what() << " error code=" << e.errorCode() << "\n";
    }
    if (rank == 0) std::cout << "C++: " << ncmpi_inq_libvers() << "\n";
    MPI_Finalize();
    return good ? 0 : 1;
}

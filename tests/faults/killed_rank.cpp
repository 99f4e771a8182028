// SPDX-License-Identifier: BSD-3-Clause
// The last rank is killed between two collective puts through shared windows; the others must not
// wait for it. Each rank leaves its process id in DIRECTORY/pid.RANK, and each survivor the code of
// its put in DIRECTORY/survivor.RANK.
#include <mpi.h>
#include <pnetcdf.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    // The launcher ends everybody when a rank dies; a survivor needs the time of one put.
    std::signal(SIGTERM, SIG_IGN);
    MPI_Init(&argc, &argv);
    if (argc != 2) return 2;
    const std::string directory = argv[1];
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::ofstream(directory + "/pid." + std::to_string(rank)) << getpid();
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", "two_phase");
    int ncid = -1;
    int dimensions[2];
    int id = -1;
    ncmpi_create(MPI_COMM_WORLD, (directory + "/file.nc").c_str(), NC_64BIT_DATA, info, &ncid);
    ncmpi_def_dim(ncid, "y", 1000, &dimensions[0]);
    ncmpi_def_dim(ncid, "x", 100 * ranks, &dimensions[1]);
    ncmpi_def_var(ncid, "v", NC_INT, 2, dimensions, &id);
    if (ncmpi_enddef(ncid) != NC_NOERR) return 2;
    const MPI_Offset start[] = {0, 100 * rank};
    const MPI_Offset count[] = {1000, 100};
    const std::vector<int> values(100'000, rank);
    if (ncmpi_put_vara_int_all(ncid, id, start, count, values.data()) != NC_NOERR) return 2;
    if (rank == ranks - 1) raise(SIGKILL);
    const int code = ncmpi_put_vara_int_all(ncid, id, start, count, values.data());
    std::ofstream(directory + "/survivor." + std::to_string(rank)) << code << std::endl;
    _exit(3);  // MPI cannot end in order any more
}

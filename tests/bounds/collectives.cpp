// SPDX-License-Identifier: BSD-3-Clause
// How many collectives of MPI a small file costs, counted at MPI's profiling interface: a few for
// the first of a communicator, and on one node none for those that follow.
#include <cstdio>
#include <cstdlib>

#include "bounds.hpp"

namespace {

int collectives = 0;
int duplicates = 0;

void write_small_file(const char* path) {
    int file = -1;
    int dim = -1;
    int var = -1;
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER, MPI_INFO_NULL, &file), "create");
    check(ncmpi_def_dim(file, "x", 4, &dim), "def_dim");
    check(ncmpi_def_var(file, "v", NC_INT, 1, &dim, &var), "def_var");
    check(ncmpi_enddef(file), "enddef");
    check(ncmpi_close(file), "close");
}

bool costs(const char* which, int most, int duplicates_wanted) {
    collectives = duplicates = 0;
    write_small_file("small.nc");
    std::printf("%s file: %d collectives (at most %d) and %d duplicates (%d)\n", which, collectives,
                most, duplicates, duplicates_wanted);
    return collectives <= most && duplicates == duplicates_wanted;
}

}  // namespace

// Symbols are hidden unless their header says otherwise, which MPICH's does not; Weft has to find
// these.
#pragma GCC visibility push(default)
extern "C" {

int MPI_Allreduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
    ++collectives;
    return PMPI_Allreduce(sent, received, count, type, op, comm);
}
int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    ++collectives;
    return PMPI_Bcast(buffer, count, type, root, comm);
}
int MPI_Barrier(MPI_Comm comm) {
    ++collectives;
    return PMPI_Barrier(comm);
}
int MPI_Allgather(const void* sent, int send_count, MPI_Datatype send_type, void* received,
                  int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    ++collectives;
    return PMPI_Allgather(sent, send_count, send_type, received, receive_count, receive_type, comm);
}
int MPI_Gather(const void* sent, int send_count, MPI_Datatype send_type, void* received,
               int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    ++collectives;
    return PMPI_Gather(sent, send_count, send_type, received, receive_count, receive_type, root,
                       comm);
}
int MPI_Gatherv(const void* sent, int send_count, MPI_Datatype send_type, void* received,
                const int* receive_counts, const int* places, MPI_Datatype receive_type, int root,
                MPI_Comm comm) {
    ++collectives;
    return PMPI_Gatherv(sent, send_count, send_type, received, receive_counts, places, receive_type,
                        root, comm);
}
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
    ++collectives;
    return PMPI_Comm_split(comm, color, key, made);
}
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
    ++collectives;
    return PMPI_Comm_split_type(comm, type, key, info, made);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
    ++duplicates;
    return PMPI_Comm_dup(comm, made);
}

}  // extern "C"
#pragma GCC visibility pop

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const bool first = costs("first", 4, 1);
    const bool second = costs("second", 0, 0);
    MPI_Finalize();
    return first && second ? EXIT_SUCCESS : EXIT_FAILURE;
}

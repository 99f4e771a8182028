// SPDX-License-Identifier: BSD-3-Clause
#include <mpi.h>

#include <iostream>
#include <pnetcdf>
#include <string>
#include <vector>

#include "check.h"

using namespace PnetCDF;

SNIPPETS
int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CALLS
    MPI_Finalize();
    return failure_count() == 0 ? 0 : 1;
}

// SPDX-License-Identifier: BSD-3-Clause
// The communicator of test programs that run on several ranks and link weft_mpi_test_main.
#pragma once

#include "mpi/comm.hpp"

namespace weft::mpi {

/// All ranks of the test program: a duplicate of MPI_COMM_WORLD, or the one rank of a serial build.
/// Every test is run by all ranks in the same order. Tests of a suite whose name ends in
/// "OnSeveralRanks" only run if there are several ranks.
CommView test_world();

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <string>

// Prints on rank 0 what the library did for an open file: bytes moved by all ranks, and the hints
// in effect. Collective over `comm`, which must be the communicator that the file was opened with.
void print_io_summary(MPI_Comm comm, int file, const std::string& name);

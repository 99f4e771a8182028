// SPDX-License-Identifier: BSD-3-Clause
// Requests of nonblocking calls, which are completed when they are posted.
#pragma once

#include <cstdint>

#include "mpi/handles.hpp"

namespace weft::mpiio {

/// Sets the count of MPI_Get_count() and MPI_Get_elements() in a status. Ignores null pointers.
void set_status(MPI_Status* status, std::int64_t bytes);

/// Makes a completed request, for MPI_Wait() and MPI_Test(). Returns an MPI error code.
int complete(MPI_Request* request, std::int64_t bytes);

}  // namespace weft::mpiio

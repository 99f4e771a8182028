// SPDX-License-Identifier: BSD-3-Clause
// Requests of nonblocking calls, whose work is done when they are posted.
#pragma once

#include <cstdint>

#include "mpi/handles.hpp"

namespace weft::mpiio {

/// What MPI_Get_count() and MPI_Get_elements() answer for a status. Null pointers are left alone.
void set_status(MPI_Status* status, std::int64_t bytes);

/// A request that has ended, for MPI_Wait() and MPI_Test(). An MPI error code.
int complete(MPI_Request* request, std::int64_t bytes);

}  // namespace weft::mpiio

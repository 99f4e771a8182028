// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of the user, to find it again at the next file.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "mpi/handles.hpp"

namespace weft::mpi {

/// What was attached to `comm`, or null. Asks MPI nothing, so that it cannot fail.
std::shared_ptr<void> attached(MPI_Comm comm);

/// Keeps `what` as long as `comm` lives, in place of what was attached before. Duplicates of `comm`
/// have nothing attached. Does not communicate. Errors: Code::empi.
Status attach(MPI_Comm comm, std::shared_ptr<void> what);

}  // namespace weft::mpi

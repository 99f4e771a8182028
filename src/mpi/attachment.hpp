// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of the user, to find it again at the next file.
#pragma once

#include <memory>

#include "mpi/handles.hpp"

namespace weft::mpi {

/// A place that lives as long as `comm`, empty at first, which must be a usable communicator. Does
/// not communicate. Duplicates of `comm` have places of their own.
std::shared_ptr<void>& attachment(MPI_Comm comm);

}  // namespace weft::mpi

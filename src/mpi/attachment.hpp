// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of the user, to find it again at the next file.
#pragma once

#include <functional>
#include <memory>

#include "mpi/handles.hpp"

namespace weft::mpi {

/// What `make()` gave at the first call for `comm`, which must be a usable communicator; it lives
/// as long. Does not communicate, nor may `make`. Threads may call at the same time. Duplicates of
/// `comm` have what is theirs.
std::shared_ptr<void> attachment(MPI_Comm comm, const std::function<std::shared_ptr<void>()>& make);

}  // namespace weft::mpi

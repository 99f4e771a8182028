// SPDX-License-Identifier: BSD-3-Clause
// Data that Weft keeps with a communicator of the user, for its next files.
#pragma once

#include <functional>
#include <memory>

#include "base/result.hpp"
#include "mpi/handles.hpp"

namespace weft::mpi {

/// The object that `make()` returned at the first call for `comm`; it lives as long as `comm`.
/// Later calls do not use MPI, and cannot fail. Neither this nor `make` communicates. Threads may
/// call at the same time. Duplicates of `comm` have objects of their own. Errors: Code::empi.
Result<std::shared_ptr<void>> attachment(MPI_Comm comm,
                                         const std::function<std::shared_ptr<void>()>& make);

}  // namespace weft::mpi

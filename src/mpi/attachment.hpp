// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of the user, to find it again at the next file.
#pragma once

#include <functional>
#include <memory>

#include "base/result.hpp"
#include "mpi/handles.hpp"

namespace weft::mpi {

/// What `make()` gave at the first call for `comm`; it lives as long. Once it is there MPI is not
/// asked, so that this cannot fail. Does not communicate, nor may `make`. Threads may call at the
/// same time. Duplicates of `comm` have what is theirs. Errors: Code::empi.
Result<std::shared_ptr<void>> attachment(MPI_Comm comm,
                                         const std::function<std::shared_ptr<void>()>& make);

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Steps that one rank makes alone within a dataset.
#pragma once

#include <utility>

#include "mpi/together.hpp"

namespace weft::dataset {

/// Runs `work()`, which returns a Status; exhausted memory and failures of MPI become an error.
template <class Work>
Status alone(Work&& work) {
    return mpi::local(std::forward<Work>(work));
}

}  // namespace weft::dataset

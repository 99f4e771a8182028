// SPDX-License-Identifier: BSD-3-Clause
// What one rank does on its own within the dataset.
#pragma once

#include <utility>

#include "mpi/together.hpp"

namespace weft::dataset {

/// `work()`, a Status; memory that runs out and MPI that fails make it an error.
template <class Work>
Status alone(Work&& work) {
    return mpi::local(std::forward<Work>(work));
}

}  // namespace weft::dataset

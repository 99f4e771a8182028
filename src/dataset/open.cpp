// SPDX-License-Identifier: BSD-3-Clause
// Opens an existing dataset.
#include "dataset/dataset.hpp"

namespace weft::dataset {

Opened Dataset::open(MPI_Comm original, const char* path, int flags, const mpi::Hints& hints,
                     const Status& ready, const Courtesies& courtesies) {
    return start(original, {path, flags, 1, hints, ready, courtesies}, false);
}

}  // namespace weft::dataset

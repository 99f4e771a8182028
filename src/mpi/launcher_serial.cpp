// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/launcher.hpp"

namespace weft::mpi {

/// Who uses a library without MPI means to be alone.
std::string note_of_launch(int) {
    return {};
}

}  // namespace weft::mpi

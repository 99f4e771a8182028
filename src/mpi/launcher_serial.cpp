// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/launcher.hpp"

namespace weft::mpi {

/// A program that uses a library without MPI is meant to be alone.
std::string note_of_launch(int) {
    return {};
}

}  // namespace weft::mpi

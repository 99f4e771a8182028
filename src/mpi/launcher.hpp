// SPDX-License-Identifier: BSD-3-Clause
// Whether the launcher of this process belongs to its MPI library. With another launcher each
// process is alone in its MPI_COMM_WORLD: nothing fails, and all processes do the same work on the
// same files.
#pragma once

#include <string>

#include "mpi/launch_note.hpp"

namespace weft::mpi {

/// Local; MPI must be running. The note for this process.
std::string note_of_launch(int launched);

}  // namespace weft::mpi

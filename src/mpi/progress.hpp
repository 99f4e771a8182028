// SPDX-License-Identifier: BSD-3-Clause
// For who waits for other ranks by other means than MPI.
#pragma once

namespace weft::mpi {

/// Local. Lets MPI advance the program's own messages. Where a rank waits for another one that
/// receives from it, they would else wait for each other: most MPI libraries send a long message
/// only while the sender is inside of one of their functions.
void advance();

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Lets MPI advance while a rank waits for others by means other than MPI.
#pragma once

namespace weft::mpi {

/// Local. Lets MPI advance the program's own messages. Otherwise a rank that waits for one that
/// receives from it would deadlock: most MPI libraries send a long message only while the sender is
/// inside one of their functions.
void advance();

}  // namespace weft::mpi

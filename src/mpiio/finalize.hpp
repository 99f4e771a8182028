// SPDX-License-Identifier: BSD-3-Clause
// Files that a program leaves open when it calls MPI_Finalize().
#pragma once

namespace weft::mpiio {

/// MPI_Finalize() will say which files are still open when all those that watched it later have
/// closed theirs. What was written to them is with the file system. The first call counts.
void watch_for_finalize();

}  // namespace weft::mpiio

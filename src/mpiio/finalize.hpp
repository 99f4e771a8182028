// SPDX-License-Identifier: BSD-3-Clause
// Files that a program leaves open when it calls MPI_Finalize().
#pragma once

namespace weft::mpiio {

/// From the first file on: MPI_Finalize() will say which files are still open. What was written to
/// them is with the file system.
void watch_for_finalize();

}  // namespace weft::mpiio

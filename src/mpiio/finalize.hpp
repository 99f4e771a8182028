// SPDX-License-Identifier: BSD-3-Clause
// Files that a program leaves open when it calls MPI_Finalize().
#pragma once

namespace weft::mpiio {

/// Makes MPI_Finalize() print which files are still open, after libraries that registered later
/// have closed theirs. The file system has all bytes that were written. Only the first call has an
/// effect.
void watch_for_finalize();

}  // namespace weft::mpiio

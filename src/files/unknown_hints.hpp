// SPDX-License-Identifier: BSD-3-Clause
// Hints that nobody reads. MPI wants them ignored, so that a program may give those of several
// libraries; but of a name that begins as Weft's do, somebody expects something.
#pragma once

#include <string>

#include "mpi/info.hpp"

namespace weft::files {

/// A sentence for the report that names each unknown hint, and what may have been meant. Empty:
/// there are none.
std::string note_of_unknown_hints(const mpi::Hints& hints);

}  // namespace weft::files

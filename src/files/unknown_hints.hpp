// SPDX-License-Identifier: BSD-3-Clause
// Hints that Weft does not know. MPI wants them ignored, because a program may set hints of several
// libraries; but a name that begins with "weft_" is probably misspelt.
#pragma once

#include <string>

#include "mpi/info.hpp"

namespace weft::files {

/// A sentence for the report that names each unknown hint, and a similar known one. Empty: there
/// are none.
std::string note_of_unknown_hints(const mpi::Hints& hints);

}  // namespace weft::files

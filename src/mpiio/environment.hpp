// SPDX-License-Identifier: BSD-3-Clause
// What the environment says about MPI-IO.
#pragma once

#include <string>

namespace weft::mpiio {

/// WEFT_MPIIO: which files Weft serves, see choice.hpp. Empty: not said.
std::string served_files();

/// WEFT_MPIIO_HINTS: hints as "key=value;key=value", which win over those of the program.
std::string environment_hints();

}  // namespace weft::mpiio

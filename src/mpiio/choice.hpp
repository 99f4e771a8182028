// SPDX-License-Identifier: BSD-3-Clause
// Which files Weft serves, and which the MPI library keeps.
#pragma once

#include <string_view>

#include "mpi/info.hpp"

namespace weft::mpiio {

/// Weft serves all files, unless the environment (`wanted`: "on", "off", or shell patterns of file
/// names, separated by colons) or else the hint weft_mpiio says otherwise.
bool is_served(std::string_view name, std::string_view wanted, const mpi::Hints& hints);

/// Whether the name is that of a device, pipe, socket or folder. The MPI library keeps such files.
bool is_special(std::string_view name);

}  // namespace weft::mpiio

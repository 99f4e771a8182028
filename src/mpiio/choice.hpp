// SPDX-License-Identifier: BSD-3-Clause
// Which files Weft serves, and which stay with the MPI library.
#pragma once

#include <string_view>

#include "mpi/info.hpp"

namespace weft::mpiio {

/// All, but for what somebody has said: the environment (`wanted`: "on", "off", or patterns of the
/// shell for file names, separated by colons), before the hint weft_mpiio.
bool is_served(std::string_view name, std::string_view wanted, const mpi::Hints& hints);

/// Whether there is something of this name here that is no regular file: a device, a pipe, a
/// socket, a folder. What MPI makes of it is the MPI library's own matter.
bool is_special(std::string_view name);

}  // namespace weft::mpiio

// SPDX-License-Identifier: BSD-3-Clause
// What the environment says about MPI-IO.
#pragma once

#include <string>
#include <string_view>

#include "mpi/info.hpp"

namespace weft::mpiio {

/// WEFT_MPIIO: which files Weft serves, see choice.hpp. Empty: not said.
std::string served_files();

/// What counts of a program's hints and of those around it: the pairs "key=value;key=value" of
/// WEFT_MPIIO_HINTS win over the program's, and these over the ones in the file that ROMIO_HINTS
/// names.
mpi::Hints hints_in_force(const mpi::Hints& of_program);

/// The hints in such a file, as ROMIO reads it: "key value" on a line. Other lines, and those that
/// begin with '#', say nothing; of two lines with one key the first counts.
mpi::Hints parse_hint_lines(std::string_view text);

}  // namespace weft::mpiio

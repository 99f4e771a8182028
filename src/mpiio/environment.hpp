// SPDX-License-Identifier: BSD-3-Clause
// The environment variables of MPI-IO.
#pragma once

#include <string>
#include <string_view>

#include "mpi/info.hpp"

namespace weft::mpiio {

/// The value of WEFT_MPIIO, which says which files Weft serves (choice.hpp). Empty: not set.
std::string served_files();

/// The hints in force: those of WEFT_MPIIO_HINTS ("key=value;key=value") override those of the
/// program, which override those in the file that ROMIO_HINTS names.
mpi::Hints hints_in_force(const mpi::Hints& of_program);

/// The hints in such a file, as ROMIO reads it: "key value" on a line. Other lines, and those that
/// begin with '#', are ignored; of two lines with the same key the first counts.
mpi::Hints parse_hint_lines(std::string_view text);

}  // namespace weft::mpiio

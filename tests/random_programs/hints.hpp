// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "types.hpp"

namespace random_programs {

using Hints = std::vector<std::pair<std::string, std::string>>;

// Hints that may change how bytes are moved, never which bytes the file has.
Hints draw_performance_hints(Random& random, int ranks);

// Hints by which a new file becomes a set, if any of its variables can be divided; with parts that
// are netCDF-4 files, if asked for.
Hints draw_part_hints(Random& random, bool in_netcdf4);

// Hints on how a netCDF-4 file stores its variables.
Hints draw_storage_hints(Random& random);

// The caller frees it.
MPI_Info info_of(const Hints& hints);

std::string text_of(const Hints& hints);

}  // namespace random_programs

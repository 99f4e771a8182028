// SPDX-License-Identifier: BSD-3-Clause
// What the environment says when a file is created or opened. Rank 0's environment counts.
#pragma once

#include <string>

namespace weft::dataset {

struct Switches {
    bool safe_mode = false;           // PNETCDF_SAFE_MODE: compare definitions at each call
    bool relaxed_coordinates = true;  // PNETCDF_RELAX_COORD_BOUND: start may be length, count 0
};

struct Environment {
    Switches switches;
    std::string hints;  // PNETCDF_HINTS
};

Environment read_environment();

/// How many processes a launcher says that it has started together with this one; 0 where none
/// says so.
int launched_processes();

}  // namespace weft::dataset

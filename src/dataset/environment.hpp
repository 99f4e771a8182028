// SPDX-License-Identifier: BSD-3-Clause
// Settings of the environment when a file is created or opened. Rank 0's environment is used.
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

/// The number of processes that the launcher started together, according to the environment; 0 if
/// the environment does not say.
int launched_processes();

}  // namespace weft::dataset

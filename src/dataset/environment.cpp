// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/environment.hpp"

#include <cstdlib>

#include "mpi/launcher.hpp"

namespace weft::dataset {
namespace {

/// A switch is off if its value begins with 0, and on for any other value, even an empty one.
bool flag(const char* name, bool when_unset) {
    const char* value = std::getenv(name);
    return value == nullptr ? when_unset : value[0] != '0';
}

}  // namespace

Environment read_environment() {
    const char* hints = std::getenv("PNETCDF_HINTS");
    return {.switches = {.safe_mode = flag("PNETCDF_SAFE_MODE", false),
                         .relaxed_coordinates = flag("PNETCDF_RELAX_COORD_BOUND", true)},
            .hints = hints == nullptr ? "" : hints};
}

int launched_processes() {
    for (const char* name : mpi::launch_sizes) {
        const char* value = std::getenv(name);
        if (value != nullptr) return std::atoi(value);
    }
    return 0;
}

}  // namespace weft::dataset

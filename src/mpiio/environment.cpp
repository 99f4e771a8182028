// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/environment.hpp"

#include <cstdlib>

namespace weft::mpiio {
namespace {

std::string value_of(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

std::string served_files() {
    return value_of("WEFT_MPIIO");
}

std::string environment_hints() {
    return value_of("WEFT_MPIIO_HINTS");
}

}  // namespace weft::mpiio

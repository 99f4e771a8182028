// SPDX-License-Identifier: BSD-3-Clause
// How values lie in a file, by the names of MPI-3.1, 13.5.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weft::mpiio {

enum class Representation : std::uint8_t {
    native,    // as in memory
    internal,  // the library may choose: as in memory, too
    external32
};

/// The representation with this name; empty for an unknown name.
std::optional<Representation> representation_of(std::string_view name);
const char* name_of(Representation representation);

}  // namespace weft::mpiio

// SPDX-License-Identifier: BSD-3-Clause
// A cache of decoded datatypes, which lasts as long as their handles: a datatype never changes, and
// most are used again.
#pragma once

#include <cstddef>
#include <optional>

#include "mpi/datatype.hpp"

namespace weft::mpi {

/// One value, decoded in one way.
struct DecodedValue {
    DecodedDatatype value;
    int grain = 8;  // as ByteLayout has it
};

/// The number of ways; each has a number below this.
inline constexpr std::size_t decoded_ways = 5;

/// What was passed to remember() for a datatype of the program, which must not be predefined; empty
/// if nothing was. Threads may call at the same time.
std::optional<DecodedValue> remembered(MPI_Datatype datatype, std::size_t way);
void remember(MPI_Datatype datatype, std::size_t way, const DecodedValue& decoded);

}  // namespace weft::mpi

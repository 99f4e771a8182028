// SPDX-License-Identifier: BSD-3-Clause
// What was made of datatypes, kept with their handles for as long as the program has them: a
// datatype never changes, and most are used again.
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

/// The ways: numbers below this.
inline constexpr std::size_t decoded_ways = 5;

/// What remember() was given for a datatype of the program's, which must not be a predefined one.
/// Threads may call at the same time.
std::optional<DecodedValue> remembered(MPI_Datatype datatype, std::size_t way);
void remember(MPI_Datatype datatype, std::size_t way, const DecodedValue& decoded);

}  // namespace weft::mpi

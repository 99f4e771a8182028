// SPDX-License-Identifier: BSD-3-Clause
// What predefined datatypes are in "external32", the data representation that is the same on all
// machines (MPI-3.1, 13.5.2).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/datatype.hpp"

namespace weft::mpi {

/// A type of values in memory and in external32: big-endian, of a size that the standard names.
struct ExternalType {
    ElementKind kind = ElementKind::none;
    int memory_bytes = 0;
    int external_bytes = 0;

    friend auto operator<=>(const ExternalType&, const ExternalType&) = default;
};

/// One of the values that a predefined datatype consists of.
struct ExternalValue {
    ExternalType type;
    std::int64_t displacement = 0;  // in memory; in external32 they lie side by side
};

/// Most have one value, complex numbers and the pairs for MPI_MINLOC two. Nothing for a type that
/// has a size in external32, but no values that this machine can convert (MPI_LONG_DOUBLE).
std::optional<std::vector<ExternalValue>> external_values(MPI_Datatype datatype, int combiner);

}  // namespace weft::mpi

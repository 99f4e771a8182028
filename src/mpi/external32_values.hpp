// SPDX-License-Identifier: BSD-3-Clause
// Predefined datatypes in "external32", the data representation that is the same on all machines
// (MPI-3.1, 13.5.2).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/datatype.hpp"

namespace weft::mpi {

/// The type of a value in memory and in external32 (big-endian, of a size by the standard).
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

/// The values of a predefined datatype: most have one, complex numbers and the pairs for MPI_MINLOC
/// two. Nothing for a type that this machine cannot convert (MPI_LONG_DOUBLE).
std::optional<std::vector<ExternalValue>> external_values(MPI_Datatype datatype, int combiner);

}  // namespace weft::mpi

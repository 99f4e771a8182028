// SPDX-License-Identifier: BSD-3-Clause
// The C types of predefined MPI datatypes.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi/datatype.hpp"

namespace weft::mpi {

/// A family of types that differ in size, which only the platform knows.
enum class ElementFamily { text, signed_integer, unsigned_integer, real };

/// The C type of a family with that size, if there is one.
std::optional<ElementKind> kind_of_size(ElementFamily family, std::int64_t bytes);

/// The C type of a named datatype; for Fortran and fixed-width types the C type of equal size and
/// sign. Empty if the interface has no such type.
std::optional<ElementKind> kind_of_named(MPI_Datatype datatype, std::int64_t bytes);

}  // namespace weft::mpi

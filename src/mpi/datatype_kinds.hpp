// SPDX-License-Identifier: BSD-3-Clause
// Which C type a predefined MPI datatype stands for.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi/datatype.hpp"

namespace weft::mpi {

/// What integers and floating-point types have in common whose sizes only the platform knows.
enum class ElementFamily { text, signed_integer, unsigned_integer, real };

/// The C type of a family with that size, if there is one.
std::optional<ElementKind> kind_of_size(ElementFamily family, std::int64_t bytes);

/// The C type of a named datatype; Fortran's types and those with a fixed width are the C type of
/// equal size and sign. Nothing when the interface has no such type.
std::optional<ElementKind> kind_of_named(MPI_Datatype datatype, std::int64_t bytes);

}  // namespace weft::mpi

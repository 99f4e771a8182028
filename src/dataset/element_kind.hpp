// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "mpi/datatype.hpp"
#include "types/types.hpp"

namespace weft::dataset {

/// The memory type of an MPI datatype's elements; nothing for types that no variable can hold.
/// `external` decides the meaning of MPI_BYTE.
std::optional<types::Memory> memory_of(mpi::ElementKind kind, types::External external);

}  // namespace weft::dataset

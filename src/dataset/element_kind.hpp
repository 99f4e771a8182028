// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "mpi/datatype.hpp"
#include "types/types.hpp"

namespace weft::dataset {

/// The memory type whose values an MPI datatype's elements are; nothing for types that no variable
/// can take. `external` decides what MPI_BYTE means.
std::optional<types::Memory> memory_of(mpi::ElementKind kind, types::External external);

}  // namespace weft::dataset

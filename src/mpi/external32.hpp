// SPDX-License-Identifier: BSD-3-Clause
// Datatypes of MPI in "external32" (MPI-3.1, 13.5.2): the places of their values in memory, and in
// a file that any machine can read.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "mpi/external32_values.hpp"
#include "region/pattern.hpp"

namespace weft::mpi {

/// The values of one type in a datatype.
struct ExternalField {
    ExternalType type;
    region::Pattern memory;  // values, in the order of the type map
    region::Pattern packed;  // their bytes in external32, side by side with those of other types
};

/// All values of `count` (>= 0) times a datatype.
struct ExternalFields {
    std::int64_t bytes = 0;  // in external32
    std::vector<ExternalField> fields;
};

/// The part of a file that a datatype selects.
struct ExternalTile {
    region::Pattern pattern;  // of bytes
    std::int64_t bytes = 0;
    std::int64_t extent = 0;
    std::int64_t value_bytes = 0;  // of each value; 0 if they differ
};

// The following functions do not communicate. Errors: Code::einval for MPI_DATATYPE_NULL,
// Code::eintoverflow, and Code::enotsupport for values that this machine cannot convert.

Result<std::int64_t> external32_bytes(MPI_Datatype datatype);
Result<ExternalFields> external32_fields(MPI_Datatype datatype, std::int64_t count);
/// Displacements in bytes are those in the file; others count values in external32.
Result<ExternalTile> external32_tile(MPI_Datatype datatype);

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
// A description as the model has it.
#pragma once

#include "base/result.hpp"
#include "hdf5/books/description.hpp"
#include "model/schema.hpp"

namespace weft::hdf5 {

/// Fails if a variable names dimensions that are not there.
Result<model::Schema> schema_of(const Description& description);

/// The schema of a file that Weft writes: its first unlimited dimension is the record dimension.
Result<model::Schema> written_schema_of(const Description& description);

}  // namespace weft::hdf5

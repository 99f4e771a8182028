// SPDX-License-Identifier: BSD-3-Clause
// Chooses how a new variable is stored, as far as its program has not.
#pragma once

#include "container/settings.hpp"
#include "model/schema.hpp"

namespace weft::hdf5 {

/// The storage of a variable. Variables with records are chunked, and so are those of some length
/// that are to be compressed; others are arrays. The program's wishes (`variable.storage`) take
/// precedence over the hints.
model::Storage storage_for(const model::Schema& schema, const model::Variable& variable,
                           const container::Settings& settings);

}  // namespace weft::hdf5

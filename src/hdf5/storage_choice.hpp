// SPDX-License-Identifier: BSD-3-Clause
// How a new variable is stored, where its program has not said everything.
#pragma once

#include "container/settings.hpp"
#include "model/schema.hpp"

namespace weft::hdf5 {

/// Variables with records are chunked, and those of some length that are to be compressed; others
/// are arrays. What the program wants (`variable.storage`) goes before the hints.
model::Storage storage_for(const model::Schema& schema, const model::Variable& variable,
                           const container::Settings& settings);

}  // namespace weft::hdf5

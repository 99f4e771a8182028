// SPDX-License-Identifier: BSD-3-Clause
// From the model to what the books of a file are made of.
#pragma once

#include "container/definition.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5 {

/// Everything but the storage of the variables. The record dimension has the records that there
/// are now.
Description description_of(const container::Definition& definition);

}  // namespace weft::hdf5

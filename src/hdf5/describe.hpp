// SPDX-License-Identifier: BSD-3-Clause
// Describes a dataset of the model in the form from which the books of a file are made.
#pragma once

#include "container/definition.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5 {

/// Describes everything but the storage of the variables, with the present number of records.
Description description_of(const container::Definition& definition);

}  // namespace weft::hdf5

// SPDX-License-Identifier: BSD-3-Clause
// Reads the definitions of a file: groups, dimensions, variables and attributes.
#pragma once

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"
#include "hdf5/books/storage.hpp"

namespace weft::hdf5 {

/// Throws Failure.
Description describe_file(hid_t file, const FileRange& range);

}  // namespace weft::hdf5

// SPDX-License-Identifier: BSD-3-Clause
// What a keeper says of a file, which Weft would otherwise believe: types and layouts that exist,
// as many values as are counted, places in the file.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5::apart {

/// Code::ehdferr, with the name of the dimension, the type, the attribute or the variable.
Status check_description(const Description& description, std::int64_t file_bytes);

}  // namespace weft::hdf5::apart

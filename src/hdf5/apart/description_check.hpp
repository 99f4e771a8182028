// SPDX-License-Identifier: BSD-3-Clause
// Checks a keeper's description of a file before Weft believes it: that types and layouts exist,
// that there are as many values as are counted, and that places are in the file.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5::apart {

/// Code::ehdferr, with the name of the dimension, the type, the attribute or the variable.
Status check_description(const Description& description, std::int64_t file_bytes);

}  // namespace weft::hdf5::apart

// SPDX-License-Identifier: BSD-3-Clause
// A pattern as a set of file bytes: what an MPI datatype says of a file.
#pragma once

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "region/pattern.hpp"

namespace weft::region {

/// The bytes of a pattern whose elements are bytes. As large as the pattern, however often its
/// parts are repeated. `einval` where the bytes do not rise, or one comes twice.
Result<FileShape> shape_of(const Pattern& pattern);

}  // namespace weft::region

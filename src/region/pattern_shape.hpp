// SPDX-License-Identifier: BSD-3-Clause
// A pattern as a set of file bytes, such as that of an MPI datatype.
#pragma once

#include "base/result.hpp"
#include "region/file_shape.hpp"
#include "region/pattern.hpp"

namespace weft::region {

/// The shape of a pattern whose elements are bytes. It takes as much memory as the pattern, however
/// often parts are repeated. `einval` if the bytes do not rise, or one comes twice.
Result<FileShape> shape_of(const Pattern& pattern);

}  // namespace weft::region

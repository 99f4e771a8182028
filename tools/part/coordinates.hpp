// SPDX-License-Identifier: BSD-3-Clause
// Which indices a range of a coordinate's values stands for.
#pragma once

#include "base/result.hpp"
#include "tools/part/ranges.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

struct CoordinateIndices {
    int dimension = -1;
    Indices indices;
};

/// The variable must have one dimension, and values that rise, or fall, from each to the next; they
/// are read. Code::enotvar, Code::einval, and Code::eedge when no value is in the range.
Result<CoordinateIndices> indices_of(const OpenedFile& file, const CoordinateRange& range);

}  // namespace weft::tools

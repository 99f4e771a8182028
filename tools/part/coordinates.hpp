// SPDX-License-Identifier: BSD-3-Clause
// Which indices a range of a coordinate's values stands for.
#pragma once

#include "base/result.hpp"
#include "tools/part/ranges.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// Whether units say degrees to the east, in a spelling of the CF conventions.
bool is_longitude(const format::Variable& variable);

struct CoordinateIndices {
    int dimension = -1;
    Indices indices;
};

/// The variable must have one dimension, and values that rise, or fall, from each to the next; they
/// are read. A range whose low end is above its high one is one of longitudes that go round the
/// globe: its indices are turned, so that they begin at the low end. Code::enotvar, Code::einval,
/// and Code::eedge when no value is in the range.
Result<CoordinateIndices> indices_of(const OpenedFile& file, const CoordinateRange& range);

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
// The indices of a range of a coordinate's values.
//
// - Both ends are included. Ends are compared up to what rounding makes of equal values: a few
// units
//   in the last digit of the variable's type.
// - An end, or a single value, may lie outside the axis by as much as the two values at that end
// are
//   apart; further outside it is an error.
// - A single value stands for the nearest one.
// - Longitudes are the same every 360 degrees. A range begins at its low end and goes east to its
//   high one: its indices are turned where the axis begins in between. One of 360 degrees or more
//   takes all of the axis as it is.
// - Dates are compared to the millisecond. A number of four digits is a year where the units say
//   "since".
#pragma once

#include "base/result.hpp"
#include "tools/part/axis.hpp"
#include "tools/part/ranges.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

struct CoordinateIndices {
    int dimension = -1;
    Indices indices;
};

/// Reads the values of the variable, which must have one dimension and rise, or fall, from each to
/// the next. Code::enotvar, Code::einval, and Code::eedge if no value is in the range.
Result<CoordinateIndices> indices_of(const Input& file, const CoordinateRange& range);

}  // namespace weft::tools

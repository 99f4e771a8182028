// SPDX-License-Identifier: BSD-3-Clause
// The span of a line in each column of dots.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/plot/picture.hpp"

namespace weft::tools {

struct Span {
    double low = 0;
    double high = 0;
};

/// For each column, the range from the least to the largest value; straight lines join the cells if
/// there are fewer than columns. Empty where all values are missing.
using Spans = std::vector<std::optional<Span>>;
Spans spans_of(const Drawing& picture, std::int64_t columns);

/// A range of dots of a column, counted from the top.
struct DotRange {
    std::int64_t top = 0;
    std::int64_t bottom = 0;
};

/// The dots of the span of a column in a drawing of this height, without a gap to the span before.
std::optional<DotRange> dots_of(const Drawing& picture, const Spans& spans, std::size_t column,
                                std::int64_t height);

}  // namespace weft::tools

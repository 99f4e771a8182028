// SPDX-License-Identifier: BSD-3-Clause
// The numbers of the units of equal length that shapes have bytes of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::engine {

/// Appends those that have bytes of the shape in `range`, in rising order. A shape may leave units
/// out between its first and its last.
inline void add_unit_numbers(const region::FileShape& shape, const region::Interval& range,
                             std::int64_t unit, std::vector<std::int64_t>& numbers) {
    if (shape.empty()) return;
    const std::int64_t begin = std::max(range.begin, shape.base());
    const std::int64_t end = std::min(range.end, shape.end());
    std::int64_t before = shape.bytes_below(begin);
    for (std::int64_t i = begin / unit; i * unit < end; ++i) {
        const std::int64_t below = shape.bytes_below(std::min((i + 1) * unit, end));
        if (below > before && (numbers.empty() || numbers.back() != i)) numbers.push_back(i);
        before = below;
    }
}

/// Brings numbers of units into rising order, each once.
inline void keep_one_of_each(std::vector<std::int64_t>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace weft::engine

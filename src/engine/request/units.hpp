// SPDX-License-Identifier: BSD-3-Clause
// The units of equal length that a shape has bytes of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "region/file_shape.hpp"

namespace weft::engine {

/// Calls `use(number)` for each that has bytes of [begin, end), in rising order. A shape may leave
/// units out between its first and its last.
template <class Use>
void for_each_unit(const region::FileShape& shape, std::int64_t unit, std::int64_t begin,
                   std::int64_t end, Use&& use) {
    if (shape.empty()) return;
    begin = std::max(begin, shape.base());
    end = std::min(end, shape.end());
    std::int64_t before = shape.bytes_below(begin);
    for (std::int64_t i = begin / unit; i * unit < end; ++i) {
        const std::int64_t below = shape.bytes_below(std::min((i + 1) * unit, end));
        if (below > before) use(i);
        before = below;
    }
}

/// Brings numbers of units into rising order, each once.
inline void keep_one_of_each(std::vector<std::int64_t>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "parts/ranges.hpp"

#include <algorithm>
#include <numeric>

namespace weft::parts {

Ranges::Ranges(std::int64_t length, std::span<const std::int64_t> weights) {
    const std::int64_t all = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
    // length * before / all, without the product, which may overflow.
    const auto share_of = [&](std::int64_t before) {
        return length / all * before + length % all * before / all;
    };
    std::int64_t before = 0;
    begins_.push_back(0);
    for (const std::int64_t weight : weights) {
        before += weight;
        begins_.push_back(share_of(before));
    }
}

int Ranges::part_of(std::int64_t index) const {
    const auto behind = std::upper_bound(begins_.begin(), begins_.end(), index);
    return static_cast<int>(behind - begins_.begin()) - 1;
}

Steps steps_in(region::Interval range, std::int64_t start, std::int64_t count,
               std::int64_t stride) {
    const auto steps_below = [&](std::int64_t index) {
        return index <= start ? 0 : std::min(count, (index - start - 1) / stride + 1);
    };
    const std::int64_t first = steps_below(range.begin);
    return {first, steps_below(range.end) - first};
}

}  // namespace weft::parts

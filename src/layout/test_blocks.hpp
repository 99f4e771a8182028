// SPDX-License-Identifier: BSD-3-Clause
// All blocks of small variables, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::layout {

/// Visits every start, count and stride within the shape; a dimension of length 0 counts as
/// `record_count` long.
template <class Use>
void for_each_block(const std::vector<std::int64_t>& shape, std::int64_t record_count, Use&& use) {
    std::vector<std::int64_t> start;
    std::vector<std::int64_t> count;
    std::vector<std::int64_t> stride;
    const auto descend = [&](const auto& self, std::size_t level) -> void {
        if (level == shape.size()) return use(start, count, stride);
        const std::int64_t length = shape[level] == 0 ? record_count : shape[level];
        for (std::int64_t s = 0; s < length; ++s) {
            for (std::int64_t step = 1; step <= length + 1; ++step) {
                for (std::int64_t n = 0; n == 0 || s + (n - 1) * step < length; ++n) {
                    start.push_back(s);
                    count.push_back(n);
                    stride.push_back(step);
                    self(self, level + 1);
                    start.pop_back();
                    count.pop_back();
                    stride.pop_back();
                }
            }
        }
    };
    descend(descend, 0);
}

}  // namespace weft::layout

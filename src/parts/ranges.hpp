// SPDX-License-Identifier: BSD-3-Clause
// How the indices of a dimension are divided among the parts of a set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "region/interval.hpp"

namespace weft::parts {

/// A range of indices for each part, one behind the other; a range may be empty.
class Ranges {
public:
    static constexpr std::int64_t largest_weight = std::int64_t{1} << 31;

    /// Part p gets its share `weights[p]` of `length` indices, rounded so that the sum is `length`.
    /// Weights are not negative, and their sum is from 1 to largest_weight.
    Ranges(std::int64_t length, std::span<const std::int64_t> weights);

    [[nodiscard]] int part_count() const { return static_cast<int>(begins_.size()) - 1; }
    [[nodiscard]] region::Interval of_part(int part) const {
        return {begins_[static_cast<std::size_t>(part)],
                begins_[static_cast<std::size_t>(part) + 1]};
    }
    /// The part that holds an index of the dimension.
    [[nodiscard]] int part_of(std::int64_t index) const;

private:
    std::vector<std::int64_t> begins_;  // of each part, then the end of the last
};

/// The part of `count` indices `start`, `start + stride`, ... that lies in a range: its first
/// index, and the number of indices.
struct Steps {
    std::int64_t first = 0;
    std::int64_t count = 0;
};
Steps steps_in(region::Interval range, std::int64_t start, std::int64_t count, std::int64_t stride);

}  // namespace weft::parts

// SPDX-License-Identifier: BSD-3-Clause
#include "region/rows.hpp"

namespace weft::region {

std::size_t Rows::row_of(std::int64_t element) const {
    const auto expected = static_cast<double>(element) / static_cast<double>(elements()) *
                          static_cast<double>(size());
    const auto near = std::min(static_cast<std::size_t>(expected), size() - 1);
    // Doubles the step until the element lies between two rows.
    std::size_t low = near;
    std::size_t high = near + 1;
    for (std::size_t step = 1; rows_[low].begin > element; step *= 2) {
        high = low;
        low -= std::min(low, step);
    }
    for (std::size_t step = 1; rows_[high].begin <= element; step *= 2) {
        low = high;
        high += std::min(size() - high, step);
    }
    const auto begin = rows_.begin();
    const auto behind = std::partition_point(
        begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high),
        [element](const Row& row) { return row.begin <= element; });
    return static_cast<std::size_t>(behind - begin) - 1;
}

}  // namespace weft::region

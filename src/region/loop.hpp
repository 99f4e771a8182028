// SPDX-License-Identifier: BSD-3-Clause
// Nested loops, outermost first: the form of strided sets of bytes in Weft.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::region {

/// `count` repetitions, `pitch` bytes apart.
struct Loop {
    std::int64_t count = 0;
    std::int64_t pitch = 0;

    friend bool operator==(const Loop&, const Loop&) = default;
};

using Loops = std::vector<Loop>;

/// The product of the counts; 1 without loops.
inline std::int64_t repetitions(std::span<const Loop> loops) {
    std::int64_t product = 1;
    for (const Loop& loop : loops) product *= loop.count;
    return product;
}

/// Drops loops of one repetition, and merges adjacent loops that continue each other. The rest is
/// at the front; returns its number.
std::size_t simplify(std::span<Loop> loops);

}  // namespace weft::region

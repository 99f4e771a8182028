// SPDX-License-Identifier: BSD-3-Clause
// Nested loops, outermost first: the one form in which Weft holds strided sets of bytes.
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

/// Drops loops of one repetition and merges neighbours that continue each other. Returns how many
/// are left, at the front.
std::size_t simplify(std::span<Loop> loops);

}  // namespace weft::region

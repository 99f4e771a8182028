// SPDX-License-Identifier: BSD-3-Clause
// The windows that a collective call touches, numbered upwards in the file, and who takes part in
// each. All of it follows from the hulls of the ranks' requests.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cost.hpp"

namespace weft::engine {

class WindowList {
public:
    /// Windows begin at multiples of `window_bytes`. At least one rank has bytes.
    WindowList(const std::vector<Summary>& ranks, std::int64_t window_bytes);

    [[nodiscard]] std::uint32_t count() const { return count_; }

    /// A rank's windows have consecutive numbers, as its hull has no gap: [first, last).
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    [[nodiscard]] Range of_rank(int rank) const;

    /// The file bytes of window n.
    struct Bytes {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    [[nodiscard]] Bytes bytes(std::uint32_t n) const;
    /// The part of window n between the first and the last byte that a hull has there.
    [[nodiscard]] Bytes touched(std::uint32_t n) const;
    [[nodiscard]] std::uint32_t participants(std::uint32_t n) const;

private:
    /// Windows without a gap between them.
    struct Stretch {
        std::int64_t first = 0;    // in windows from the begin of the file
        std::int64_t last = 0;     // behind the last
        std::uint32_t number = 0;  // of the first
    };

    const std::vector<Summary>& ranks_;
    std::int64_t window_bytes_;
    std::vector<Stretch> stretches_;
    std::uint32_t count_ = 0;
};

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// Finds out which of two ways to copy is faster here. A kernel that shares blocks, or lets a server
// copy, is fastest; one that only moves pages holds the target's lock meanwhile, and two ranks that
// read into their own memory are faster. Only the clock can tell.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace weft::tools {

class CopyPace {
public:
    enum Way : std::size_t { in_kernel, through_memory };

    /// The next way: both in turn for a while, then the one with the higher best rate. It does not
    /// use the average, because a first turn touches memory for the first time.
    [[nodiscard]] Way way() const { return way_; }

    void note(std::int64_t bytes, std::chrono::duration<double> took) {
        bytes_ += bytes;
        seconds_ += took.count();
        if (bytes_ < turn_bytes) return;
        best_[way_] = std::max(best_[way_], static_cast<double>(bytes_) / seconds_);
        bytes_ = 0;
        seconds_ = 0;
        ++turns_;
        const bool memory_next =
            turns_ < trial_turns ? turns_ % 2 != 0 : best_[through_memory] > best_[in_kernel];
        way_ = memory_next ? through_memory : in_kernel;
    }

private:
    static constexpr std::int64_t turn_bytes = std::int64_t{8} << 20;
    static constexpr int trial_turns = 6;

    Way way_ = in_kernel;
    int turns_ = 0;
    std::int64_t bytes_ = 0;  // of this turn
    double seconds_ = 0;
    std::array<double, 2> best_{};  // bytes per second
};

}  // namespace weft::tools

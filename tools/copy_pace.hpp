// SPDX-License-Identifier: BSD-3-Clause
// Which of two ways to copy is the faster one here. A kernel that shares blocks, or lets a server
// copy, beats everybody; one that only moves pages holds the lock of the target while it does, and
// two ranks that read into memory of their own get further. Nothing but the clock tells.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace weft::tools {

class CopyPace {
public:
    enum Way : std::size_t { in_kernel, through_memory };

    /// The way to take next: each until it had its trial, then the one that was faster so far.
    [[nodiscard]] Way choose() const {
        for (const Way way : {in_kernel, through_memory}) {
            if (tried_[way].bytes < trial_bytes) return way;
        }
        return rate(in_kernel) >= rate(through_memory) ? in_kernel : through_memory;
    }

    void note(Way way, std::int64_t bytes, std::chrono::duration<double> took) {
        tried_[way].bytes += bytes;
        tried_[way].seconds += took.count();
    }

private:
    static constexpr std::int64_t trial_bytes = std::int64_t{16} << 20;

    struct Tried {
        std::int64_t bytes = 0;
        double seconds = 0;
    };

    [[nodiscard]] double rate(Way way) const {
        return static_cast<double>(tried_[way].bytes) / tried_[way].seconds;
    }

    std::array<Tried, 2> tried_{};
};

}  // namespace weft::tools

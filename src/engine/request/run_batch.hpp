// SPDX-License-Identifier: BSD-3-Clause
// Runs of a few bytes at any places of an image of the file, that are moved together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft::engine {

/// Faster than memcpy() for the sizes of a few numbers.
inline void copy_short(std::byte* to, const std::byte* from, std::int64_t bytes) {
    switch (bytes) {
        case 4:
            std::memcpy(to, from, 4);
            return;
        case 8:
            std::memcpy(to, from, 8);
            return;
        case 16:
            std::memcpy(to, from, 16);
            return;
        default:
            std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
}

template <std::int64_t most_bytes, std::size_t most_runs>
class RunBatch {
public:
    /// `memory`: where the run lies in the buffer's stream. False where it does not follow the one
    /// before there, or no room is left.
    bool add(std::byte* external, std::int64_t bytes, std::int64_t memory) {
        if (count_ == 0) memory_ = memory;
        if (memory != memory_ + bytes_ || bytes > most_bytes - bytes_ || count_ == most_runs)
            return false;
        runs_[count_++] = {external, bytes};
        bytes_ += bytes;
        return true;
    }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::int64_t memory() const { return memory_; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    void clear() {
        count_ = 0;
        bytes_ = 0;
    }

    /// From the image, side by side.
    void collect(std::byte* dense) const {
        for (std::size_t i = 0; i < count_; ++i) {
            copy_short(dense, runs_[i].external, runs_[i].bytes);
            dense += runs_[i].bytes;
        }
    }
    /// The other way.
    void spread(const std::byte* dense) const {
        for (std::size_t i = 0; i < count_; ++i) {
            copy_short(runs_[i].external, dense, runs_[i].bytes);
            dense += runs_[i].bytes;
        }
    }

private:
    struct Run {
        std::byte* external;
        std::int64_t bytes;
    };
    std::array<Run, most_runs> runs_;
    std::size_t count_ = 0;
    std::int64_t bytes_ = 0;
    std::int64_t memory_ = 0;
};

}  // namespace weft::engine

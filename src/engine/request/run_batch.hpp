// SPDX-License-Identifier: BSD-3-Clause
// Moves together runs of a few bytes that lie anywhere in an image of the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft::engine {

/// Copies a few bytes. For such sizes it is faster than memcpy().
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
    /// Adds a run. `memory`: where it lies in the buffer's stream. Returns false where it does not
    /// follow the run before it there, or where the batch is full.
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

    /// Copies the runs from the image to a buffer, side by side.
    void collect(std::byte* dense) const {
        for (std::size_t i = 0; i < count_; ++i) {
            copy_short(dense, runs_[i].external, runs_[i].bytes);
            dense += runs_[i].bytes;
        }
    }
    /// Copies them from the buffer to the image.
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

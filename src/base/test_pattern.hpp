// SPDX-License-Identifier: BSD-3-Clause
// Test values that identify an element among billions; as fast as copying memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace weft {

/// Test values from 0 to 127, which every type holds. Values of elements 2^20, 2^30, 2^31 or 2^32
/// apart differ, and so do those of another `part`.
template <class T>
class TestPattern {
public:
    explicit TestPattern(int part = 0) : part_(part), values_(block + period) {
        for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<T>(i % period);
    }

    void fill(T* data, std::int64_t count) const {
        for (std::int64_t at = 0; at < count; at += block)
            std::memcpy(data + at, values_of(at), bytes_in_block(at, count));
    }

    /// The first element that differs from what `fill` makes; -1 if none does.
    [[nodiscard]] std::int64_t first_wrong(const T* data, std::int64_t count) const {
        for (std::int64_t at = 0; at < count; at += block) {
            if (std::memcmp(data + at, values_of(at), bytes_in_block(at, count)) == 0) continue;
            return at + (std::mismatch(data + at, data + count, values_of(at)).first - data - at);
        }
        return -1;
    }

private:
    static constexpr std::int64_t period = 128;
    static constexpr std::int64_t block = std::int64_t{1} << 20;

    [[nodiscard]] const T* values_of(std::int64_t at) const {
        const std::int64_t number = at / block;
        return values_.data() + (number + number / period + 17 * part_) % period;
    }
    static std::size_t bytes_in_block(std::int64_t at, std::int64_t count) {
        return static_cast<std::size_t>(std::min(block, count - at)) * sizeof(T);
    }

    std::int64_t part_;
    std::vector<T> values_;
};

}  // namespace weft

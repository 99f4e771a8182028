// SPDX-License-Identifier: BSD-3-Clause
// Counts how often numbers of each size occur, by powers of two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::report {

/// Numbers from `begin` to less than twice that; 0 stands for zeros.
struct SizeClass {
    std::int64_t begin = 0;
    std::int64_t count = 0;
};

class Histogram {
public:
    /// Class 0 counts 0, class k counts 2^(k-1) to 2^k - 1; the last one also larger numbers.
    static constexpr std::size_t class_count = 42;

    static constexpr std::size_t class_of(std::int64_t number) {
        const auto bits =
            std::bit_width(static_cast<std::uint64_t>(std::max(number, std::int64_t{0})));
        return std::min(static_cast<std::size_t>(bits), class_count - 1);
    }
    /// The smallest number of a class.
    static constexpr std::int64_t begin_of(std::size_t index) {
        return index == 0 ? 0 : std::int64_t{1} << (index - 1);
    }

    void add(std::int64_t number) { ++counts_[class_of(number)]; }
    [[nodiscard]] const std::array<std::int64_t, class_count>& counts() const { return counts_; }
    [[nodiscard]] std::array<std::int64_t, class_count>& counts() { return counts_; }

    /// The classes that something is in, by size.
    [[nodiscard]] std::vector<SizeClass> classes() const {
        std::vector<SizeClass> classes;
        for (std::size_t i = 0; i < class_count; ++i) {
            if (counts_[i] != 0) classes.push_back({begin_of(i), counts_[i]});
        }
        return classes;
    }

private:
    std::array<std::int64_t, class_count> counts_{};
};

}  // namespace weft::report

// SPDX-License-Identifier: BSD-3-Clause
// A sum of doubles without rounding: independent of the order, and so of the number of ranks.
#pragma once

#include <array>
#include <cstdint>

namespace weft::tools {

/// A fixed-point number that has a place for every bit of every finite double, in digits of 32 bits
/// with delayed carries. At most 2^30 additions in total, including those of merged sums.
class ExactSum {
public:
    /// Adds a value. NaN and infinities are counted separately, and make the sum NaN or infinite.
    void add(double value);
    void add(const ExactSum& other);
    /// The sum, rounded once, to within an ULP.
    [[nodiscard]] double value() const;

private:
    static constexpr int digit_bits = 32;
    static constexpr int lowest_exponent = -1074;  // of the least bit of a double
    static constexpr std::size_t digits = 67;      // up to 2^1024, and room to grow

    void carry();

    std::array<std::int64_t, digits> digits_{};
    std::int64_t additions_ = 0;  // since the last carry
    std::int64_t infinities_ = 0;
    std::int64_t negative_infinities_ = 0;
};

}  // namespace weft::tools

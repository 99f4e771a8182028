// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace weft::tools {

void ExactSum::add(double value) {
    if (!std::isfinite(value)) {
        infinities_ += value > 0 || std::isnan(value) ? 1 : 0;
        negative_infinities_ += value < 0 || std::isnan(value) ? 1 : 0;
        return;
    }
    if (value == 0) return;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    constexpr int bits = std::numeric_limits<double>::digits;
    auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, bits));
    int place = exponent - bits - lowest_exponent;
    if (place < 0) {  // subnormal: the low bits are zeros
        mantissa >>= -place;
        place = 0;
    }
    const std::int64_t sign = value < 0 ? -1 : 1;
    const auto shift = static_cast<unsigned>(place % digit_bits);
    auto at = static_cast<std::size_t>(place / digit_bits);
    // 53 bits, shifted by up to 31, lie in three digits.
    constexpr std::uint64_t mask = 0xffffffff;
    const std::uint64_t low = (mantissa & mask) << shift;
    const std::uint64_t high = (mantissa >> digit_bits) << shift;
    digits_[at] += sign * static_cast<std::int64_t>(low & mask);
    digits_[at + 1] += sign * static_cast<std::int64_t>((low >> digit_bits) + (high & mask));
    digits_[at + 2] += sign * static_cast<std::int64_t>(high >> digit_bits);
    if (++additions_ == std::int64_t{1} << 28) carry();
}

void ExactSum::add(const ExactSum& other) {
    carry();
    ExactSum carried = other;
    carried.carry();
    for (std::size_t i = 0; i < digits; ++i) digits_[i] += carried.digits_[i];
    additions_ = 2;
    infinities_ += other.infinities_;
    negative_infinities_ += other.negative_infinities_;
}

/// Carries, so that digits are 0 to 2^32 - 1, except the last one, which has the sign.
void ExactSum::carry() {
    std::int64_t over = 0;
    for (std::size_t i = 0; i + 1 < digits; ++i) {
        const std::int64_t digit = digits_[i] + over;
        over = digit >> digit_bits;
        digits_[i] = digit - (over << digit_bits);
    }
    digits_[digits - 1] += over;
    additions_ = 0;
}

double ExactSum::value() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (infinities_ > 0 && negative_infinities_ > 0) return std::nan("");
    if (infinities_ > 0) return infinity;
    if (negative_infinities_ > 0) return -infinity;
    ExactSum carried = *this;
    carried.carry();
    const bool is_negative = carried.digits_[digits - 1] < 0;
    if (is_negative) {
        for (std::int64_t& digit : carried.digits_) digit = -digit;
        carried.carry();
    }
    double sum = 0;  // smallest digits first, so that rounding loses least
    for (std::size_t i = 0; i < digits; ++i) {
        sum += std::ldexp(static_cast<double>(carried.digits_[i]),
                          static_cast<int>(i) * digit_bits + lowest_exponent);
    }
    return is_negative ? -sum : sum;
}

}  // namespace weft::tools

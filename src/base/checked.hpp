// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic on numbers that came from outside: nothing instead of a wrapped result.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

namespace weft {

template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checked_add(T a, T b) {
    T sum{};
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checked_mul(T a, T b) {
    T product{};
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

/// The smallest multiple of `unit` (> 0) that is at least `value` (>= 0).
[[nodiscard]] constexpr std::optional<std::int64_t> checked_round_up(std::int64_t value,
                                                                     std::int64_t unit) {
    const std::int64_t rest = value % unit;
    return rest == 0 ? std::optional(value) : checked_add(value, unit - rest);
}

/// The same for values known to be far from the limit.
[[nodiscard]] constexpr std::int64_t round_up(std::int64_t value, std::int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/// The largest power of two that divides `value` (> 0).
[[nodiscard]] constexpr std::int64_t power_of_two_in(std::int64_t value) {
    return value & -value;
}

}  // namespace weft

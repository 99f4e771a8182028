// SPDX-License-Identifier: BSD-3-Clause
// Which numbers fit a type, without a branch. The rules are stated in types/kernels.hpp.
//
// Here and in the other headers of the kernels everything is in an unnamed namespace: they are
// compiled once per instruction set, and the linker must not keep one copy of a function for all of
// them.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace weft::types {
namespace {

/// True when no value of `From` needs a check.
template <class To, class From>
constexpr bool always_fits = [] {
    using ToLimits = std::numeric_limits<To>;
    using FromLimits = std::numeric_limits<From>;
    if constexpr (std::floating_point<To>)
        return std::integral<From> || sizeof(From) <= sizeof(To);
    else if constexpr (std::integral<From>)
        return std::cmp_less_equal(ToLimits::min(), FromLimits::min()) &&
               std::cmp_greater_equal(ToLimits::max(), FromLimits::max());
    else
        return false;
}();

/// The limits of `To`, narrowed to what `From` can express.
template <std::integral To, std::integral From>
struct IntegerRange {
    using ToLimits = std::numeric_limits<To>;
    using FromLimits = std::numeric_limits<From>;
    static constexpr From lowest = std::cmp_greater(ToLimits::min(), FromLimits::min())
                                       ? static_cast<From>(ToLimits::min())
                                       : FromLimits::min();
    static constexpr From highest = std::cmp_less(ToLimits::max(), FromLimits::max())
                                        ? static_cast<From>(ToLimits::max())
                                        : FromLimits::max();
};

/// The floating numbers between the limits of `To`. The largest integer itself may be no floating
/// number (2^63-1 would round up to 2^63), but the power of two above it always is.
template <std::integral To, std::floating_point From>
struct FloatingRange {
    static constexpr int value_bits = std::numeric_limits<To>::digits;
    static constexpr From above = From{2} * static_cast<From>(std::uint64_t{1} << (value_bits - 1));
    static constexpr From lowest = std::is_signed_v<To> ? -above : From{0};
    static constexpr bool has_highest = std::numeric_limits<From>::digits >= value_bits;
    static constexpr From highest = above - From{1};
};

template <class To, class From>
inline bool fits(From value) {
    if constexpr (always_fits<To, From>) {
        return true;
    } else if constexpr (std::integral<From>) {
        using Range = IntegerRange<To, From>;
        return (value >= Range::lowest) & (value <= Range::highest);
    } else if constexpr (std::integral<To>) {
        using Range = FloatingRange<To, From>;
        if constexpr (Range::has_highest)
            return (value >= Range::lowest) & (value <= Range::highest);
        else
            return (value >= Range::lowest) & (value < Range::above);
    } else {
        constexpr From largest = std::numeric_limits<To>::max();
        return !(__builtin_fabs(value) > largest);
    }
}

}  // namespace
}  // namespace weft::types

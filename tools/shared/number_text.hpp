// SPDX-License-Identifier: BSD-3-Clause
// Values in memory form as text.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "types/representation.hpp"
#include "types/types.hpp"

namespace weft::tools {

/// The significant digits of floating values. `exact` means as many as restore the same value, and
/// the bits of unusual NaNs: "NaN(0x7ff8000000000001)".
struct Digits {
    static constexpr int exact = 0;

    int of_float = 7;
    int of_double = 15;
};
inline constexpr int most_digits = 40;

/// The length of the longest number.
inline constexpr std::size_t number_room = 64;

/// A value anywhere in memory.
template <class T>
T load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

/// The same of a value in file form.
template <class T>
T load_stored(const std::byte* bytes) {
    std::array<std::byte, sizeof(T)> swapped;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        swapped[i] = bytes[std::endian::native == std::endian::little ? sizeof(T) - 1 - i : i];
    }
    return std::bit_cast<T>(swapped);
}

/// Calls `visit` with std::type_identity of the C++ type behind `type`.
template <class Visit>
decltype(auto) with_value_type(types::External type, Visit&& visit) {
    using enum types::External;
    const auto call = [&]<types::External named>() -> decltype(auto) {
        using Value =
            std::tuple_element_t<static_cast<std::size_t>(named) - 1, types::ExternalValues>;
        return visit(std::type_identity<Value>());
    };
    switch (type) {
        case byte:
            return call.template operator()<byte>();
        case character:
            return call.template operator()<character>();
        case int16:
            return call.template operator()<int16>();
        case int32:
            return call.template operator()<int32>();
        case float32:
            return call.template operator()<float32>();
        case float64:
            return call.template operator()<float64>();
        case uint8:
            return call.template operator()<uint8>();
        case uint16:
            return call.template operator()<uint16>();
        case uint32:
            return call.template operator()<uint32>();
        case int64:
            return call.template operator()<int64>();
        case uint64:
            break;
    }
    return call.template operator()<uint64>();
}

/// The bits of a NaN that is not std::numeric_limits<T>::quiet_NaN(), in brackets.
template <class T>
char* write_bits(char* to, T value) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto bits = std::bit_cast<Bits>(value);
    if (bits == std::bit_cast<Bits>(std::numeric_limits<T>::quiet_NaN())) return to;
    constexpr std::string_view prefix = "(0x";
    to = std::copy(prefix.begin(), prefix.end(), to);
    to = std::to_chars(to, to + 2 * sizeof(T), bits, 16).ptr;
    *to++ = ')';
    return to;
}

/// Writes a number in the form of CDL's data to `to`, which has `number_room`, and returns the end.
template <class T>
char* write_number(char* to, T value, Digits digits) {
    if constexpr (std::is_floating_point_v<T>) {
        constexpr bool is_float = std::is_same_v<T, float>;
        const int precision = is_float ? digits.of_float : digits.of_double;
        if (std::isfinite(value)) {
            if (precision == Digits::exact) return std::to_chars(to, to + number_room, value).ptr;
            return std::to_chars(to, to + number_room, value, std::chars_format::general, precision)
                .ptr;
        }
        const std::string_view name = std::isnan(value) ? "NaN"
                                      : value < 0       ? "-Infinity"
                                                        : "Infinity";
        to = std::copy(name.begin(), name.end(), to);
        if (is_float) *to++ = 'f';
        return std::isnan(value) && precision == Digits::exact ? write_bits(to, value) : to;
    } else {
        return std::to_chars(to, to + number_room,
                             static_cast<std::conditional_t<sizeof(T) == 1, int, T>>(value))
            .ptr;
    }
}

/// The form of CDL's attributes: every number shows its type.
std::string_view write_typed_number(std::array<char, number_room>& room, types::External type,
                                    const std::byte* value, Digits digits);

/// The form of JSON: as many digits as restore the same value; NaN and infinities are strings.
template <class T>
char* write_json_number(char* to, T value) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isfinite(value)) return std::to_chars(to, to + number_room, value).ptr;
        const std::string_view name = std::isnan(value) ? "\"NaN\""
                                      : value < 0       ? "\"-Infinity\""
                                                        : "\"Infinity\"";
        return std::copy(name.begin(), name.end(), to);
    } else {
        return write_number(to, value, Digits());
    }
}

}  // namespace weft::tools

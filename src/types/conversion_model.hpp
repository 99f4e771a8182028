// SPDX-License-Identifier: BSD-3-Clause
// For tests: a model of the conversions, one value at a time, with integers wide enough for every
// type. It shares no table, template or instruction with the kernels.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "types/types.hpp"

namespace weft::types::plain {

__extension__ using Wide = __int128;

/// One value in its first bytes, in the processor's byte order unless stated otherwise.
using Bytes = std::array<std::byte, 8>;

struct ValueKind {
    bool floating;
    bool is_signed;
    std::size_t size;

    bool operator==(const ValueKind&) const = default;
};

inline ValueKind kind_of(External type) {
    switch (type) {
        case External::byte:
            return {false, true, 1};
        case External::character:
            return {false, false, 1};
        case External::int16:
            return {false, true, 2};
        case External::int32:
            return {false, true, 4};
        case External::float32:
            return {true, true, 4};
        case External::float64:
            return {true, true, 8};
        case External::uint8:
            return {false, false, 1};
        case External::uint16:
            return {false, false, 2};
        case External::uint32:
            return {false, false, 4};
        case External::int64:
            return {false, true, 8};
        case External::uint64:
            break;
    }
    return {false, false, 8};
}

inline ValueKind kind_of(Memory type) {
    switch (type) {
        case Memory::text:
            return {false, false, 1};
        case Memory::schar:
            return {false, true, 1};
        case Memory::uchar:
            return {false, false, 1};
        case Memory::short_:
            return {false, true, 2};
        case Memory::ushort:
            return {false, false, 2};
        case Memory::int_:
            return {false, true, 4};
        case Memory::uint:
            return {false, false, 4};
        case Memory::long_:
            return {false, true, sizeof(long)};
        case Memory::float_:
            return {true, true, 4};
        case Memory::double_:
            return {true, true, 8};
        case Memory::longlong:
            return {false, true, 8};
        case Memory::ulonglong:
            break;
    }
    return {false, false, 8};
}

/// The external type whose fill value replaces values that `type` cannot hold.
inline External fill_source(Memory type) {
    switch (type) {
        case Memory::text:
            return External::character;
        case Memory::schar:
            return External::byte;
        case Memory::uchar:
            return External::uint8;
        case Memory::short_:
            return External::int16;
        case Memory::ushort:
            return External::uint16;
        case Memory::int_:
        case Memory::long_:
            return External::int32;
        case Memory::uint:
            return External::uint32;
        case Memory::float_:
            return External::float32;
        case Memory::double_:
            return External::float64;
        case Memory::longlong:
            return External::int64;
        case Memory::ulonglong:
            break;
    }
    return External::uint64;
}

template <class Value>
Bytes bytes_of(Value value) {
    Bytes bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

template <class Value>
Value value_of(const Bytes& bytes) {
    Value value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

inline Wide lowest(const ValueKind& kind) {
    return kind.is_signed ? -(Wide{1} << (8 * kind.size - 1)) : Wide{0};
}

inline Wide highest(const ValueKind& kind) {
    return (Wide{1} << (8 * kind.size - (kind.is_signed ? 1 : 0))) - 1;
}

inline Wide integer_of(const Bytes& bytes, const ValueKind& kind) {
    Wide value = 0;
    for (std::size_t i = 0; i < kind.size; ++i) {
        const bool little = std::endian::native == std::endian::little;
        value = value * 256 + std::to_integer<int>(bytes[little ? kind.size - 1 - i : i]);
    }
    const Wide modulus = Wide{1} << (8 * kind.size);
    return value > highest(kind) ? value - modulus : value;
}

inline double floating_of(const Bytes& bytes, const ValueKind& kind) {
    return kind.size == 4 ? static_cast<double>(value_of<float>(bytes)) : value_of<double>(bytes);
}

inline std::optional<Bytes> integer_bytes(Wide value, const ValueKind& kind) {
    if (value < lowest(kind) || value > highest(kind)) return std::nullopt;
    switch (kind.size) {
        case 1:
            return bytes_of(static_cast<std::uint8_t>(value & 0xFF));
        case 2:
            return bytes_of(static_cast<std::uint16_t>(value & 0xFFFF));
        case 4:
            return bytes_of(static_cast<std::uint32_t>(value & 0xFFFFFFFF));
        default:
            return bytes_of(static_cast<std::uint64_t>(value));
    }
}

inline std::optional<Bytes> floating_to(double value, const ValueKind& to) {
    if (!to.floating) {
        if (!std::isfinite(value) || std::fabs(value) > 1e30) return std::nullopt;
        // A fraction beyond a limit is out of range even where cutting it off would not be.
        const auto whole = static_cast<Wide>(std::trunc(value));
        const bool fraction = value != std::trunc(value);
        if (fraction && (whole == highest(to) || (value < 0 && whole == lowest(to))))
            return std::nullopt;
        return integer_bytes(whole, to);
    }
    if (to.size == 8) return bytes_of(value);
    if (std::fabs(value) > static_cast<double>(FLT_MAX)) return std::nullopt;
    return bytes_of(static_cast<float>(value));
}

/// The value as the other kind, or nothing if it does not fit. Equal kinds keep their bits.
inline std::optional<Bytes> convert(const Bytes& value, const ValueKind& from,
                                    const ValueKind& to) {
    if (from == to) return value;
    if (from.floating) return floating_to(floating_of(value, from), to);
    const Wide integer = integer_of(value, from);
    if (!to.floating) return integer_bytes(integer, to);
    return to.size == 4 ? bytes_of(static_cast<float>(integer))
                        : bytes_of(static_cast<double>(integer));
}

/// Converts from the processor's byte order to that of the file, or back.
inline Bytes file_order(Bytes bytes, std::size_t size) {
    if (std::endian::native == std::endian::little)
        std::reverse(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    return bytes;
}

/// Every value near a limit of any type, every special value, and some arbitrary bits.
std::vector<Bytes> telling_values(const ValueKind& kind);

}  // namespace weft::types::plain

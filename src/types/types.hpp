// SPDX-License-Identifier: BSD-3-Clause
// The external types (how values lie in a file) and the memory types (how a program holds them).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace weft::types {

/// The types of values in a file, where they are big-endian. The numbers are those of the file
/// format and of `nc_type`.
enum class External : std::uint8_t {
    byte = 1,
    character = 2,
    int16 = 3,
    int32 = 4,
    float32 = 5,
    float64 = 6,
    uint8 = 7,
    uint16 = 8,
    uint32 = 9,
    int64 = 10,
    uint64 = 11
};

/// The types of values in a C program, in the order of the suffixes of the interface.
enum class Memory : std::uint8_t {
    text,
    schar,
    uchar,
    short_,
    ushort,
    int_,
    uint,
    long_,
    float_,
    double_,
    longlong,
    ulonglong
};

inline constexpr int external_count = 11;
inline constexpr int memory_count = 12;

/// The external type with this number, or nothing.
constexpr std::optional<External> external_from_number(int number) {
    if (number < 1 || number > external_count) return std::nullopt;
    return static_cast<External>(number);
}

/// The size of one value in bytes.
constexpr int size_of(External type) {
    constexpr std::array<std::int8_t, external_count> sizes{1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    return sizes[static_cast<std::size_t>(type) - 1];
}
int size_of(Memory type);

/// The name CDL uses ("short", "ubyte").
const char* name_of(External type);

/// The memory type that holds every value of `type` and needs no conversion beyond the byte order.
Memory natural_memory(External type);

/// The default fill value as it lies in a file; the first `size_of(type)` bytes count, the rest are
/// 0.
std::array<std::byte, 8> default_fill(External type);

}  // namespace weft::types

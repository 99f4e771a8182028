// SPDX-License-Identifier: BSD-3-Clause
// Integers as they lie in a file: big-endian.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft {

/// The value with its bytes in big-endian order; swaps them on a little-endian machine.
inline std::uint32_t big_endian(std::uint32_t value) {
    return std::endian::native == std::endian::little ? __builtin_bswap32(value) : value;
}
inline std::uint64_t big_endian(std::uint64_t value) {
    return std::endian::native == std::endian::little ? __builtin_bswap64(value) : value;
}

template <std::unsigned_integral Integer>
Integer from_big_endian(const std::byte* bytes) {
    Integer value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return big_endian(value);
}

template <std::unsigned_integral Integer>
void to_big_endian(Integer value, std::byte* bytes) {
    value = big_endian(value);
    std::memcpy(bytes, &value, sizeof value);
}

}  // namespace weft

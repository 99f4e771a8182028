// SPDX-License-Identifier: BSD-3-Clause
// Integers as they are in frames: little-endian on every machine.
#pragma once

#include <concepts>
#include <cstddef>

namespace weft::remote {

template <std::unsigned_integral T>
void store_little(std::byte* to, T value) {
    for (std::size_t i = 0; i < sizeof value; ++i)
        to[i] = static_cast<std::byte>(value >> (8 * i) & 0xFFU);
}

template <std::unsigned_integral T>
T load_little(const std::byte* from) {
    T value = 0;
    for (std::size_t i = sizeof value; i-- > 0;)
        value = static_cast<T>(value << 7U << 1U | std::to_integer<T>(from[i]));
    return value;
}

}  // namespace weft::remote

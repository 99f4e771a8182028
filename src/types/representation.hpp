// SPDX-License-Identifier: BSD-3-Clause
// The C++ type and the default fill value behind each External and each Memory, at compile time.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "types/types.hpp"

namespace weft::types {

static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8);
static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4);
static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == 8);
static_assert(std::endian::native == std::endian::little ||
              std::endian::native == std::endian::big);

/// The types in the order of External, which counts from 1.
using ExternalValues =
    std::tuple<std::int8_t, char, std::int16_t, std::int32_t, float, double, std::uint8_t,
               std::uint16_t, std::uint32_t, std::int64_t, std::uint64_t>;

/// The types in the order of Memory. `long` shares the type of its size, so that it needs no code
/// of its own.
using MemoryValues =
    std::tuple<char, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
               std::uint32_t, std::conditional_t<sizeof(long) == 8, std::int64_t, std::int32_t>,
               float, double, std::int64_t, std::uint64_t>;

static_assert(std::tuple_size_v<ExternalValues> == external_count);
static_assert(std::tuple_size_v<MemoryValues> == memory_count);

/// The default fill values NC_FILL_BYTE, NC_FILL_CHAR, ...
inline constexpr ExternalValues external_fills{
    -127, '\0',  -32767,      -2147483647,          9.9692099683868690e+36F, 9.9692099683868690e+36,
    255,  65535, 4294967295U, -9223372036854775806, 18446744073709551614U};

template <External type>
inline constexpr auto external_fill = std::get<static_cast<int>(type) - 1>(external_fills);

/// The values that replace those which a memory type cannot hold. `long` has the fill value of
/// `int` at any size, because programs compare both with NC_FILL_INT.
inline constexpr MemoryValues memory_fills{
    external_fill<External::character>, external_fill<External::byte>,
    external_fill<External::uint8>,     external_fill<External::int16>,
    external_fill<External::uint16>,    external_fill<External::int32>,
    external_fill<External::uint32>,    external_fill<External::int32>,
    external_fill<External::float32>,   external_fill<External::float64>,
    external_fill<External::int64>,     external_fill<External::uint64>};

}  // namespace weft::types

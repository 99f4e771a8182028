// SPDX-License-Identifier: BSD-3-Clause
#include "types/strided.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace weft::types {
namespace {

/// A tile of 8-byte values takes 4 KiB, so two tiles leave room for the data in a first-level
/// cache.
constexpr std::size_t tile_values = 512;
constexpr std::size_t max_value_bytes = 8;
constexpr std::size_t block_values = 8;

struct Tile {
    alignas(64) std::byte bytes[tile_values * max_value_bytes];
};

std::ptrdiff_t distance(std::ptrdiff_t stride, std::size_t index) {
    return stride * static_cast<std::ptrdiff_t>(index);
}

template <class Bits>
void copy_value(std::byte* to, const std::byte* from) {
    std::memcpy(to, from, sizeof(Bits));
}

/// Blocks of constant length are unrolled, which nearly doubles the rate of such short loops.
template <class Bits>
void gather_values(std::byte* to, const std::byte* from, std::ptrdiff_t stride, std::size_t count) {
    std::ptrdiff_t at = 0;
    std::size_t i = 0;
    for (; i + block_values <= count; i += block_values)
        for (std::size_t k = 0; k < block_values; ++k, at += stride)
            copy_value<Bits>(to + (i + k) * sizeof(Bits), from + at);
    for (; i < count; ++i, at += stride) copy_value<Bits>(to + i * sizeof(Bits), from + at);
}

template <class Bits>
void scatter_values(std::byte* to, std::ptrdiff_t stride, const std::byte* from,
                    std::size_t count) {
    std::ptrdiff_t at = 0;
    std::size_t i = 0;
    for (; i + block_values <= count; i += block_values)
        for (std::size_t k = 0; k < block_values; ++k, at += stride)
            copy_value<Bits>(to + at, from + (i + k) * sizeof(Bits));
    for (; i < count; ++i, at += stride) copy_value<Bits>(to + at, from + i * sizeof(Bits));
}

/// Gathers values side by side.
void gather(std::byte* to, const Source& from, std::size_t count) {
    switch (from.size) {
        case 1:
            return gather_values<std::uint8_t>(to, from.at, from.stride, count);
        case 2:
            return gather_values<std::uint16_t>(to, from.at, from.stride, count);
        case 4:
            return gather_values<std::uint32_t>(to, from.at, from.stride, count);
        default:
            return gather_values<std::uint64_t>(to, from.at, from.stride, count);
    }
}

/// Scatters values in order: at a stride of 0 the last one remains.
void scatter(const Destination& to, const std::byte* from, std::size_t count) {
    switch (to.size) {
        case 1:
            return scatter_values<std::uint8_t>(to.at, to.stride, from, count);
        case 2:
            return scatter_values<std::uint16_t>(to.at, to.stride, from, count);
        case 4:
            return scatter_values<std::uint32_t>(to.at, to.stride, from, count);
        default:
            return scatter_values<std::uint64_t>(to.at, to.stride, from, count);
    }
}

/// Writes one value to every place of `to`.
void repeat(const Destination& to, const std::byte* value, std::size_t count) {
    const bool dense = to.stride == static_cast<std::ptrdiff_t>(to.size);
    Tile tile;
    gather(tile.bytes, {.at = value, .stride = 0, .size = to.size}, std::min(count, tile_values));
    for (std::size_t done = 0; done < count; done += tile_values) {
        const std::size_t values = std::min(count - done, tile_values);
        std::byte* const target = to.at + distance(to.stride, done);
        if (dense)
            std::memcpy(target, tile.bytes, values * to.size);
        else
            scatter({.at = target, .stride = to.stride, .size = to.size}, tile.bytes, values);
    }
}

}  // namespace

bool convert_strided(Convert convert, const Destination& to, const Source& from, std::size_t count,
                     const std::byte* fill) {
    if (from.stride == 0) {
        std::byte value[max_value_bytes];
        const bool fits = convert(value, from.at, 1, fill);
        repeat(to, value, count);
        return fits;
    }
    const bool to_dense = to.stride == static_cast<std::ptrdiff_t>(to.size);
    const bool from_dense = from.stride == static_cast<std::ptrdiff_t>(from.size);
    Tile gathered;
    Tile converted;
    bool all_fit = true;
    for (std::size_t done = 0; done < count; done += tile_values) {
        const std::size_t values = std::min(count - done, tile_values);
        const std::byte* source = from.at + distance(from.stride, done);
        std::byte* const target = to.at + distance(to.stride, done);
        if (!from_dense) {
            gather(gathered.bytes, {.at = source, .stride = from.stride, .size = from.size},
                   values);
            source = gathered.bytes;
        }
        all_fit &= convert(to_dense ? target : converted.bytes, source, values, fill);
        if (!to_dense)
            scatter({.at = target, .stride = to.stride, .size = to.size}, converted.bytes, values);
    }
    return all_fit;
}

}  // namespace weft::types

// SPDX-License-Identifier: BSD-3-Clause
// The one conversion table, for a byte order of the file, as a constant expression. Each variant
// includes this file and is compiled with its own instruction set.
#pragma once

#include <bit>
#include <utility>

#include "types/convert.hpp"
#include "types/representation.hpp"
#include "types/strided.hpp"
#include "types/variants.hpp"

namespace weft::types {
namespace {

/// The loop that takes `From` to `To`.
template <class To, class From, ConversionDirection direction, std::endian order>
constexpr Convert choose_loop() {
    if constexpr (std::is_same_v<To, From>)
        return reorder<order, Bits<To>>;
    else
        return convert<To, From, direction, order>;
}

template <Convert loop, std::size_t to_size, std::size_t from_size>
inline bool run(std::byte* to, std::ptrdiff_t to_stride, const std::byte* from,
                std::ptrdiff_t from_stride, std::size_t count, const std::byte* fill) {
    if (count == 0) return true;
    const bool dense = to_stride == to_size && from_stride == from_size;
    if (dense || count == 1) return loop(to, from, count, fill);
    return convert_strided(loop, {.at = to, .stride = to_stride, .size = to_size},
                           {.at = from, .stride = from_stride, .size = from_size}, count, fill);
}

/// An Encode.
template <class ToFile, class InMemory, std::endian order>
bool encode(std::byte* external, std::ptrdiff_t external_stride, const std::byte* memory,
            std::ptrdiff_t memory_stride, std::size_t count, const std::byte* fill) {
    constexpr Convert loop = choose_loop<ToFile, InMemory, ConversionDirection::to_file, order>();
    return run<loop, sizeof(ToFile), sizeof(InMemory)>(external, external_stride, memory,
                                                       memory_stride, count, fill);
}

/// A Decode to the memory type of this number, whose fill value it takes.
template <std::size_t memory_type, class InFile, std::endian order>
bool decode(std::byte* memory, std::ptrdiff_t memory_stride, const std::byte* external,
            std::ptrdiff_t external_stride, std::size_t count) {
    using ToMemory = std::tuple_element_t<memory_type, MemoryValues>;
    constexpr Convert loop = choose_loop<ToMemory, InFile, ConversionDirection::to_memory, order>();
    constexpr ToMemory fill_value = std::get<memory_type>(memory_fills);
    const ToMemory fill = fill_value;
    return run<loop, sizeof(ToMemory), sizeof(InFile)>(memory, memory_stride, external,
                                                       external_stride, count,
                                                       reinterpret_cast<const std::byte*>(&fill));
}

template <std::size_t external, std::size_t memory, std::endian order>
constexpr Kernels make_pair() {
    using InFile = std::tuple_element_t<external, ExternalValues>;
    using InMemory = std::tuple_element_t<memory, MemoryValues>;
    if constexpr (std::is_same_v<InFile, char> != std::is_same_v<InMemory, char>)
        return {nullptr, nullptr};
    else
        return {encode<InFile, InMemory, order>, decode<memory, InFile, order>};
}

template <std::endian order, std::size_t... index>
constexpr KernelTable make_table(std::index_sequence<index...>) {
    KernelTable table{};
    ((table.pairs[index / memory_count][index % memory_count] =
          make_pair<index / memory_count, index % memory_count, order>()),
     ...);
    table.unsigned_byte = {encode<std::uint8_t, std::uint8_t, order>,
                           decode<static_cast<std::size_t>(Memory::uchar), std::uint8_t, order>};
    return table;
}

template <std::endian order>
constexpr KernelTable make_table() {
    return make_table<order>(
        std::make_index_sequence<std::size_t{external_count} * memory_count>());
}

}  // namespace
}  // namespace weft::types

// SPDX-License-Identifier: BSD-3-Clause
// Loops over values side by side, written so that a compiler vectorises them: no branch inside,
// replaced values are noted by OR, addresses advance by constants.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "types/range.hpp"

namespace weft::types {
namespace {

/// The side of a conversion that is in file form.
enum class ConversionDirection { to_file, to_memory };

template <std::size_t size>
struct BitsOf;
template <>
struct BitsOf<1> {
    using type = std::uint8_t;
};
template <>
struct BitsOf<2> {
    using type = std::uint16_t;
};
template <>
struct BitsOf<4> {
    using type = std::uint32_t;
};
template <>
struct BitsOf<8> {
    using type = std::uint64_t;
};
template <class Value>
using Bits = typename BitsOf<sizeof(Value)>::type;

/// Converts from native byte order to that of the file, or back.
template <std::endian order, class Word>
constexpr Word file_order(Word word) {
    if constexpr (std::endian::native == order || sizeof(Word) == 1)
        return word;
    else if constexpr (sizeof(Word) == 2)
        return __builtin_bswap16(word);
    else if constexpr (sizeof(Word) == 4)
        return __builtin_bswap32(word);
    else
        return __builtin_bswap64(word);
}

template <class Word>
inline Word load(const std::byte* at) {
    Word word;
    __builtin_memcpy(&word, at, sizeof word);
    return word;
}

template <class Word>
inline void store(std::byte* at, Word word) {
    __builtin_memcpy(at, &word, sizeof word);
}

/// The value as the other type; `in_range` is fits<To>(value). A floating value that does not fit
/// must not reach the cast, which would be undefined.
template <class To, class From>
inline To cast(From value, bool in_range) {
    if constexpr (std::floating_point<From> && !always_fits<To, From>)
        return static_cast<To>(in_range ? value : From{0});
    else
        return static_cast<To>(value);
}

/// Moves values that change their byte order only.
template <std::endian order, class Word>
bool reorder(std::byte* __restrict to, const std::byte* __restrict from, std::size_t count,
             const std::byte* /*fill*/) {
    if constexpr (file_order<order>(Word{1}) == Word{1}) {
        __builtin_memcpy(to, from, count * sizeof(Word));
    } else {
        for (std::size_t i = 0; i < count; ++i)
            store(to + i * sizeof(Word), file_order<order>(load<Word>(from + i * sizeof(Word))));
    }
    return true;
}

/// Moves values that change their type, and their byte order on the side that is in file form.
template <class To, class From, ConversionDirection direction, std::endian order>
bool convert(std::byte* __restrict to, const std::byte* __restrict from, std::size_t count,
             const std::byte* fill) {
    using ToBits = Bits<To>;
    using FromBits = Bits<From>;
    ToBits replacement{};
    if constexpr (!always_fits<To, From>) replacement = load<ToBits>(fill);
    FromBits replaced = 0;
    for (std::size_t i = 0; i < count; ++i) {
        FromBits read = load<FromBits>(from + i * sizeof(From));
        if constexpr (direction == ConversionDirection::to_memory) read = file_order<order>(read);
        const From value = __builtin_bit_cast(From, read);
        const bool in_range = fits<To>(value);
        ToBits written = __builtin_bit_cast(ToBits, cast<To>(value, in_range));
        if constexpr (direction == ConversionDirection::to_file)
            written = file_order<order>(written);
        if constexpr (!always_fits<To, From>) {
            written = in_range ? written : replacement;
            replaced |= in_range ? FromBits{0} : FromBits{1};
        }
        store(to + i * sizeof(To), written);
    }
    return replaced == 0;
}

}  // namespace
}  // namespace weft::types

// SPDX-License-Identifier: BSD-3-Clause
// Values between the byte order of a file, of a classic one big-endian, and that of this machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "types/types.hpp"

namespace weft::types {

/// Reverses the bytes of each `Word`.
template <class Word>
void swap_words(std::span<std::byte> words) {
    for (std::size_t at = 0; at + sizeof(Word) <= words.size(); at += sizeof(Word)) {
        Word word;
        std::memcpy(&word, words.data() + at, sizeof word);
        if constexpr (sizeof word == 2)
            word = __builtin_bswap16(word);
        else if constexpr (sizeof word == 4)
            word = __builtin_bswap32(word);
        else
            word = __builtin_bswap64(word);
        std::memcpy(words.data() + at, &word, sizeof word);
    }
}

/// Turns values of one type, side by side, from file form into memory form, or back.
inline void change_form(External type, std::span<std::byte> values,
                        std::endian order = std::endian::big) {
    if (std::endian::native == order) return;
    switch (size_of(type)) {
        case 2:
            return swap_words<std::uint16_t>(values);
        case 4:
            return swap_words<std::uint32_t>(values);
        case 8:
            return swap_words<std::uint64_t>(values);
        default:
            return;
    }
}

}  // namespace weft::types

// SPDX-License-Identifier: BSD-3-Clause
// Constants of CDL as values in file form. A number keeps its digits until the type that it becomes
// is known, so that none is rounded twice.
#pragma once

#include "base/result.hpp"
#include "types/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft::cdl {

struct Constant {
    enum class Kind { integer, floating, bits };
    Kind kind = Kind::integer;
    std::optional<types::External> suffix;  // the type that the text itself names
    /// Of a floating number, and of a decimal integer beyond 64 bits: its text without the suffix.
    std::string digits;
    bool is_negative = false;
    std::uint64_t magnitude = 0;  // of an integer; the representation of `bits`
};

/// Enough for a value of any type.
using FileValue = std::array<std::byte, 8>;

/// The constant behind a number: decimal, octal (0...), hexadecimal (0x...) or floating, with one
/// of the suffixes b, s, l, ll, u, ub, us, ul, ull, f and d in any case; NaN and infinities as
/// read_special() knows them. Fails with a sentence that has no position.
Result<Constant> read_number(std::string_view text);

/// "NaN", "Inf", "Infinity" with a sign or without, in any case, and with an f behind for float.
std::optional<Constant> read_special(std::string_view word);

/// A value by its representation: what NaN(0x7fc00001) stands for.
Constant constant_of_bits(const Constant& special, std::uint64_t bits);

/// A character in single quotes: a byte, where its type is not given.
Constant constant_of_byte(char byte);

/// The type of the constant when nothing else says it: the one of its suffix, double for floating
/// numbers, for others the first of int, uint, int64 and uint64 that holds it.
types::External natural_type(const Constant& constant);

/// The value as one of `type`. Floating numbers lose their fraction in integer types. `erange` when
/// the type does not hold it, but a byte takes 128 to 255 too, by their bits.
Result<FileValue> file_value(const Constant& constant, types::External type);

}  // namespace weft::cdl

// SPDX-License-Identifier: BSD-3-Clause
// Constants of CDL as values in file form. A number keeps its digits until its type is known, so
// that it is rounded only once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "types/types.hpp"

namespace weft::cdl {

enum class ConstantKind { integer, floating, bits };

struct Constant {
    ConstantKind kind = ConstantKind::integer;
    std::optional<types::External> suffix;  // the type of the text's own suffix
    /// For a floating number, and a decimal integer beyond 64 bits: the text without the suffix.
    std::string digits;
    bool is_negative = false;
    std::uint64_t magnitude = 0;  // of an integer; the representation of `bits`
};

/// Has room for a value of any type.
using FileValue = std::array<std::byte, 8>;

/// The constant of a number: decimal, octal (0...), hexadecimal (0x...) or floating, with one of
/// the suffixes b, s, l, ll, u, ub, us, ul, ull, f and d in any case; NaN and infinities as by
/// read_special(). Fails with a message without a position.
Result<Constant> read_number(std::string_view text);

/// "NaN", "Inf", "Infinity" with or without a sign, in any case, and with the suffix f for float.
std::optional<Constant> read_special(std::string_view word);

/// A value by its bits: the meaning of NaN(0x7fc00001).
Constant constant_of_bits(const Constant& special, std::uint64_t bits);

/// A character in single quotes: a byte, if its type is not given.
Constant constant_of_byte(char byte);

/// The type of a constant without a given type: that of its suffix, double for floating numbers,
/// for others the first of int, uint, int64 and uint64 that holds it.
types::External natural_type(const Constant& constant);

/// The value as one of `type`. Floating numbers lose their fraction in integer types. `erange` if
/// the type does not hold it; but a byte also takes 128 to 255, by their bits.
Result<FileValue> file_value(const Constant& constant, types::External type);

}  // namespace weft::cdl

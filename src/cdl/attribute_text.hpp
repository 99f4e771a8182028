// SPDX-License-Identifier: BSD-3-Clause
// The values of one attribute, from behind the equals sign to the semicolon.
#pragma once

#include <optional>

#include "cdl/lexer.hpp"
#include "model/schema.hpp"

namespace weft::cdl {

/// Reads type, count and values of an attribute. Without a given type, the values must agree on
/// one: all are strings, or characters, or have the same suffix, or are floating numbers, or are
/// whole numbers without a suffix, which get the smallest of int, uint, int64 and uint64 that holds
/// them all. A list without values is text. Failures are in the lexer.
void read_values(Lexer& lexer, std::optional<types::External> type, model::Attribute& attribute);

}  // namespace weft::cdl

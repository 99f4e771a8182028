// SPDX-License-Identifier: BSD-3-Clause
// Attributes of a variable as texts and numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "format/schema.hpp"

namespace weft::tools {

/// The attribute of this name and, if it has such values, or null.
const format::Attribute* find_attribute(const format::Variable& variable, std::string_view name);
const format::Attribute* find_text(const format::Variable& variable, std::string_view name);
const format::Attribute* find_numbers(const format::Variable& variable, std::string_view name);

/// The text without the zero bytes and blanks behind it; "" where the attribute is none.
std::string text_in(const format::Variable& variable, std::string_view name);

/// Number `index` of an attribute that has numbers. Wide enough for every integer of 64 bits.
long double number_at(const format::Attribute& attribute, std::size_t index);

/// The only number of the attribute.
std::optional<double> number_in(const format::Variable& variable, std::string_view name);

/// The letters of ASCII in their small form.
std::string lower_case(std::string_view text);

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
// Attributes of a variable as texts and numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace weft::tools {

/// The attribute of this name if it has such values, otherwise null.
const model::Attribute* find_attribute(const model::Variable& variable, std::string_view name);
const model::Attribute* find_text(const model::Variable& variable, std::string_view name);
const model::Attribute* find_numbers(const model::Variable& variable, std::string_view name);

/// The text without trailing zero bytes and blanks; "" if the attribute is not a text.
std::string text_in(const model::Variable& variable, std::string_view name);

/// Number `index` of a numeric attribute, in a type wide enough for every integer of 64 bits.
long double number_at(const model::Attribute& attribute, std::size_t index);

/// The only number of the attribute.
std::optional<double> number_in(const model::Variable& variable, std::string_view name);

/// The letters of ASCII in lower case.
std::string lower_case(std::string_view text);

}  // namespace weft::tools

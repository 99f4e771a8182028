// SPDX-License-Identifier: BSD-3-Clause
// Attributes of a variable as texts and numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace weft::tools {

/// The attribute of this name and, if it has such values, or null.
const model::Attribute* find_attribute(const model::Variable& variable, std::string_view name);
const model::Attribute* find_text(const model::Variable& variable, std::string_view name);
const model::Attribute* find_numbers(const model::Variable& variable, std::string_view name);

/// The text without the zero bytes and blanks behind it; "" where the attribute is none.
std::string text_in(const model::Variable& variable, std::string_view name);

/// The values as they lie in a classic file.
model::Values file_form(const model::Attribute& attribute);

/// Number `index` of an attribute that has numbers. Wide enough for every integer of 64 bits.
long double number_at(const model::Attribute& attribute, std::size_t index);

/// The only number of the attribute.
std::optional<double> number_in(const model::Variable& variable, std::string_view name);

/// The letters of ASCII in their small form.
std::string lower_case(std::string_view text);

}  // namespace weft::tools

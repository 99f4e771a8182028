// SPDX-License-Identifier: BSD-3-Clause
// Values of attributes, as texts and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace weft::parts {

model::Attribute text_attribute(const char* name, std::string_view text);

/// The text of the attribute with this name; empty if there is no such text. Valid as long as the
/// list has it.
std::optional<std::string_view> text_within(const model::AttributeList& list, const char* name);
/// Returns a copy of that text.
std::optional<std::string> text_in(const model::AttributeList& list, const char* name);

/// The value of a single integer of any type; nothing for other values.
std::optional<std::int64_t> integer_of(const model::Attribute& attribute);

/// Appends `value` in file form to `bytes`.
void append_integer(std::vector<std::byte>& bytes, types::External type, std::int64_t value);

}  // namespace weft::parts

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

/// Nothing when the list has no text of this name. As long as the list has it.
std::optional<std::string_view> text_within(const model::AttributeList& list, const char* name);
/// A copy.
std::optional<std::string> text_in(const model::AttributeList& list, const char* name);

/// Of a single integer of any type; nothing of any other value.
std::optional<std::int64_t> integer_of(const model::Attribute& attribute);

/// `value` in file form behind what `bytes` has.
void append_integer(std::vector<std::byte>& bytes, types::External type, std::int64_t value);

}  // namespace weft::parts

// SPDX-License-Identifier: BSD-3-Clause
// The id of a set as a text: 32 hexadecimal digits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parts/table.hpp"

namespace weft::parts {

/// A new one, drawn at random by the system.
SetId draw_set_id();

std::string text_of(const SetId& id);
std::optional<SetId> set_id_of(std::string_view text);

}  // namespace weft::parts

// SPDX-License-Identifier: BSD-3-Clause
// Values of JSON as text.
#pragma once

#include <string>
#include <string_view>

namespace weft::engine {

/// A string literal. JSON is UTF-8: a byte that is not part of it becomes the character of Latin-1
/// with its number.
std::string json_string(std::string_view text);

}  // namespace weft::engine

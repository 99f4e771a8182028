// SPDX-License-Identifier: BSD-3-Clause
// Bytes as characters of UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

/// The length of the valid character at the front of a text that is not empty, or 0.
std::size_t utf8_length(std::string_view text);

/// The text as valid UTF-8: a byte that is not part of it becomes the character of Latin-1 with its
/// number.
std::string as_utf8(std::string_view text);

}  // namespace weft

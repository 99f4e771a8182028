// SPDX-License-Identifier: BSD-3-Clause
// Messages to standard error: one line each, with the file and the reason.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace weft::tools {

/// "weft: FILE: error: TEXT", the word in red on a terminal.
void complain(std::string_view path, std::string_view text);
void complain(std::string_view path, const Status& status);

/// The same for a warning, which does not change the exit code.
void warn(std::string_view path, std::string_view text);

/// The context of a failure, or the message of its code if it has none, and the symbol.
std::string text_of(const Status& status);

}  // namespace weft::tools

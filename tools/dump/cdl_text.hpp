// SPDX-License-Identifier: BSD-3-Clause
// Names and characters as CDL writes them.
#pragma once

#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace weft::tools {

/// A name with a backslash before every character that has a meaning in CDL, and before a leading
/// digit.
std::string cdl_name(std::string_view name);

/// A name that may have the path of a group in front, as "/g/x".
std::string cdl_path(std::string_view name);

/// The name of a variable in front of an attribute's colon. ncdump adds a blank behind words that
/// begin a section.
std::string cdl_owner(std::string_view name);

/// The name of a dataset, unescaped: the file's, without its folder and its suffix.
std::string_view dataset_name(std::string_view path);

/// Appends one byte of a string literal. Bytes beyond ASCII stay, or become octal.
enum class Beyond { kept, octal };
void append_cdl_byte(std::string& text, char byte, Beyond beyond);

/// A value of type string as a literal.
std::string cdl_string(std::string_view text);

/// The text of an attribute of characters.
std::string_view text_of(const model::Attribute& attribute);

/// The indent of a group's lines.
std::string cdl_indent(int depth);

}  // namespace weft::tools

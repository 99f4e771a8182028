// SPDX-License-Identifier: BSD-3-Clause
// Kinds of bytes in a CDL text; -1, at its end, is of no kind.
#pragma once

#include <string_view>

namespace weft::cdl {

inline constexpr std::string_view blanks = " \t\r\n\f\v";

inline bool is_blank(int byte) {
    return byte >= 0 && blanks.find(static_cast<char>(byte)) != std::string_view::npos;
}

inline bool is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

inline bool is_letter(int byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

inline bool begins_name(int byte) {
    return is_letter(byte) || byte == '_' || byte == '\\' || byte >= 0x80;
}

inline bool continues_name(int byte) {
    return begins_name(byte) || is_digit(byte) || byte == '.' || byte == '@' || byte == '+' ||
           byte == '-' || byte == '%';
}

}  // namespace weft::cdl

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::engine {
namespace {

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The number that the bytes of a character hold.
std::uint32_t code_point(std::string_view bytes) {
    auto code = static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.front()));
    code &= 0xffu >> (bytes.size() + 1);
    for (const char byte : bytes.substr(1))
        code = code << 6 | (static_cast<unsigned char>(byte) & 0x3fu);
    return code;
}

/// Bytes of the valid character of several bytes at the front, or 0.
std::size_t character_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0xc2 || first > 0xf4) return 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (text.size() < length || !std::ranges::all_of(text.substr(1, length - 1), continues))
        return 0;
    const std::uint32_t code = code_point(text.substr(0, length));
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    const bool is_shorter = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    return is_surrogate || is_shorter || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string literal = "\"";
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        std::size_t length = 1;
        if (byte == '"' || byte == '\\') {
            literal += '\\';
            literal += text.front();
        } else if (byte < 0x20) {
            literal += fmt::format("\\u{:04x}", byte);
        } else if (byte < 0x80) {
            literal += text.front();
        } else if (const std::size_t valid = character_length(text); valid > 0) {
            literal += text.substr(0, valid);
            length = valid;
        } else {
            literal += fmt::format("\\u{:04x}", byte);
        }
        text.remove_prefix(length);
    }
    literal += '"';
    return literal;
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/cdl_text.hpp"

#include "storage/path_scheme.hpp"

namespace weft::tools {
namespace {

constexpr std::string_view special = " !\"#$&'()*,:;<=>?[\\]^`{|}~";

/// The letter behind the backslash, or 0 without one.
char escape_of(char byte) {
    switch (byte) {
        case '\b':
            return 'b';
        case '\f':
            return 'f';
        case '\n':
            return 'n';
        case '\r':
            return 'r';
        case '\t':
            return 't';
        case '\v':
            return 'v';
        case '\\':
        case '\'':
        case '"':
            return byte;
        default:
            return 0;
    }
}

bool is_control(unsigned char byte) {
    return byte < 0x20 || byte == 0x7f;
}

}  // namespace

std::string cdl_name(std::string_view name) {
    std::string text;
    text.reserve(name.size() + 8);
    if (!name.empty() && name.front() >= '0' && name.front() <= '9') text += '\\';
    for (const char c : name) {
        if (special.find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    return text;
}

std::string cdl_path(std::string_view name) {
    const std::size_t own = name.rfind('/') + 1;
    return cdl_name(name.substr(0, own)) + cdl_name(name.substr(own));
}

std::string cdl_owner(std::string_view name) {
    std::string text = cdl_name(name);
    for (const char* word : {"dimensions", "variables", "data", "types", "group"}) {
        if (name == word) text += ' ';
    }
    return text;
}

std::string_view dataset_name(std::string_view path) {
    if (storage::is_elsewhere(path)) path = path.substr(0, path.find_first_of("?#"));
    if (const auto slash = path.rfind('/'); slash != std::string_view::npos)
        path.remove_prefix(slash + 1);
    if (const auto dot = path.rfind('.'); dot != std::string_view::npos) path = path.substr(0, dot);
    return path;
}

void append_cdl_byte(std::string& text, char byte, Beyond beyond) {
    const auto code = static_cast<unsigned char>(byte);
    if (const char letter = escape_of(byte)) {
        text += '\\';
        text += letter;
    } else if (is_control(code) || (code >= 0x80 && beyond == Beyond::octal)) {
        text += '\\';
        for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + ((code >> shift) & 7));
    } else {
        text += byte;
    }
}

std::string cdl_string(std::string_view text) {
    std::string literal = "\"";
    for (const char byte : text) append_cdl_byte(literal, byte, Beyond::kept);
    return literal + '"';
}

std::string_view text_of(const model::Attribute& attribute) {
    return {reinterpret_cast<const char*>(attribute.values.data()), attribute.values.size()};
}

std::string cdl_indent(int depth) {
    return std::string(2 * static_cast<std::size_t>(depth), ' ');
}

}  // namespace weft::tools

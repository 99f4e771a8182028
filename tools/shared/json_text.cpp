// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/json_text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>

namespace weft::tools {
namespace {

bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

/// The length of the valid multi-byte character at the front, or 0.
std::size_t character_length(std::string_view bytes) {
    utf8proc_int32_t code_point = 0;
    const auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                       static_cast<utf8proc_ssize_t>(bytes.size()), &code_point);
    return used > 1 ? static_cast<std::size_t>(used) : 0;
}

/// The length of a character by its first byte.
std::size_t promised_length(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
}

/// Bytes from 0x80 on as the characters of these numbers.
std::string latin1(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return {static_cast<char>(0xc0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3f))};
}

}  // namespace

void JsonString::put(std::string_view piece) {
    if (rest_.empty()) {
        put_all(piece, false);
    } else {
        const std::string joined = rest_.append(piece);
        rest_.clear();
        put_all(joined, false);
    }
}

void JsonString::finish() {
    const std::string rest = std::move(rest_);
    put_all(rest, true);
    out_.put("\"");
}

void JsonString::put_all(std::string_view bytes, bool is_last) {
    while (!bytes.empty()) {
        if (is_ascii(bytes.front())) {
            put_ascii(bytes.front());
            bytes.remove_prefix(1);
        } else if (const std::size_t length = character_length(bytes)) {
            out_.put(bytes.substr(0, length));
            bytes.remove_prefix(length);
        } else if (!is_last && bytes.size() < promised_length(bytes.front())) {
            rest_ = bytes;
            return;
        } else {
            out_.put(latin1(bytes.front()));
            bytes.remove_prefix(1);
        }
    }
}

void JsonString::put_ascii(char byte) {
    if (byte == '"' || byte == '\\') {
        out_.print("\\{}", byte);
    } else if (byte == '\n') {
        out_.put("\\n");
    } else if (byte == '\t') {
        out_.put("\\t");
    } else if (byte < 0x20) {
        out_.print("\\u{:04x}", static_cast<unsigned>(byte));
    } else {
        out_.put({&byte, 1});
    }
}

void put_json_string(Output& out, std::string_view text) {
    JsonString string(out);
    string.put(text);
    string.finish();
}

std::string as_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = is_ascii(text.front()) ? 1 : character_length(text);
        result += length > 0 ? std::string(text.substr(0, length)) : latin1(text.front());
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

}  // namespace weft::tools

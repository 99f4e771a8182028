// SPDX-License-Identifier: BSD-3-Clause
#include "base/utf8.hpp"

#include <algorithm>

namespace weft {
namespace {

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// Whether these two bytes may begin a character; false for an overlong form, a surrogate, and a
/// number that Unicode does not have.
bool may_begin(unsigned char first, unsigned char second) {
    if (first == 0xe0) return second >= 0xa0;
    if (first == 0xed) return second < 0xa0;
    if (first == 0xf0) return second >= 0x90;
    return first != 0xf4 || second < 0x90;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    const bool is_whole =
        text.size() >= length && std::ranges::all_of(text.substr(1, length - 1), continues);
    return is_whole && may_begin(first, static_cast<unsigned char>(text[1])) ? length : 0;
}

std::string as_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length > 0) {
            result += text.substr(0, length);
        } else {
            const auto code = static_cast<unsigned char>(text.front());
            result += static_cast<char>(0xc0 | (code >> 6));
            result += static_cast<char>(0x80 | (code & 0x3f));
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

}  // namespace weft

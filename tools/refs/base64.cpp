// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/base64.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace weft::tools {

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t group = 3;
    std::string text;
    text.reserve((bytes.size() + group - 1) / group * 4);
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(group, bytes.size()))) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < group; ++i)
            bits = bits << 8 | (i < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i]) : 0);
        for (std::size_t i = 0; i <= group; ++i)
            text += i <= bytes.size() ? letters[bits >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

}  // namespace weft::tools

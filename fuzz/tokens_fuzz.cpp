// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of files of tokens: any text. What is taken says what it says once more when it is
// written out, and no sentence about what is refused has a key in it.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "remote/tokens.hpp"

namespace {

using namespace weft;

void require(bool holds) {
    if (!holds) std::abort();
}

std::string line_of(const remote::Token& token) {
    std::string line = token.key.name + " ";
    for (const std::byte byte : token.key.key) {
        constexpr std::string_view digits = "0123456789abcdef";
        line += digits[std::to_integer<std::size_t>(byte >> 4)];
        line += digits[std::to_integer<std::size_t>(byte & std::byte{15})];
    }
    if (!token.at.empty()) line += " at=" + token.at;
    if (!token.until.empty()) line += " until=" + token.until;
    if (token.is_read_only) line += " read-only";
    return line + "\n";
}

bool are_same(const remote::Token& one, const remote::Token& other) {
    return one.key.name == other.key.name && one.key.key == other.key.key && one.at == other.at &&
           one.until == other.until && one.is_read_only == other.is_read_only;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto tokens = remote::parse_tokens(text, "tokens");
    if (!tokens.ok()) {
        require(tokens.status().context().starts_with("tokens, line "));
        return 0;
    }
    std::string again;
    for (const remote::Token& token : tokens.value()) again += line_of(token);
    const auto same = remote::parse_tokens(again, "tokens");
    require(same.ok() && std::ranges::equal(same.value(), tokens.value(), are_same));
    for (const remote::Token& token : tokens.value()) {
        const auto chosen = remote::token_for(tokens.value(), {"weft", token.key.name, "h", "1"});
        require(!chosen.ok() || chosen.value().key.name == token.key.name);
    }
    return 0;
}

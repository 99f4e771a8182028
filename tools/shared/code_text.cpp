// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/code_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

namespace weft::tools {
namespace {

const CodeText* find_number(int number) {
    const auto codes = all_codes();
    const auto found = std::find_if(codes.begin(), codes.end(), [&](const CodeText& text) {
        return static_cast<int>(text.code) == number;
    });
    return found == codes.end() ? nullptr : &*found;
}

std::optional<int> number_in(std::string_view word) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

/// "NC_" in front is not compared; the historical NC2_ERR has none.
std::string_view bare(std::string_view symbol) {
    return symbol.starts_with("NC_") ? symbol.substr(3) : symbol;
}

}  // namespace

std::string_view advice_for(Code code) {
    for (const ErrorAdvice& advice : all_error_advice()) {
        if (advice.code == code) return advice.text;
    }
    return {};
}

CodeText text_of_code(Code code) {
    const CodeText* text = find_number(static_cast<int>(code));
    return text != nullptr ? *text : *find_number(static_cast<int>(Code::einternal));
}

std::optional<CodeText> find_code(std::string_view word) {
    if (const auto number = number_in(word)) {
        const CodeText* text = find_number(*number);
        return text != nullptr ? std::optional(*text) : std::nullopt;
    }
    std::string symbol(word);
    std::transform(symbol.begin(), symbol.end(), symbol.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    for (const CodeText& text : all_codes()) {
        if (bare(text.symbol) == bare(symbol)) return text;
    }
    return std::nullopt;
}

}  // namespace weft::tools

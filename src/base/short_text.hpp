// SPDX-License-Identifier: BSD-3-Clause
// A text that is written once, read often, and usually short.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include "base/short_array.hpp"

namespace weft {

/// A text of which up to `room` - 1 bytes lie in the object itself; a std::string of that size
/// holds 15. It is read as a std::string_view; a zero follows the text; only assignment changes it.
template <std::size_t room>
class ShortText {
public:
    ShortText() = default;
    ShortText(std::string_view text) : bytes_(text.size() + 1) {
        std::ranges::copy(text, bytes_.begin());
    }
    ShortText(const std::string& text) : ShortText(std::string_view(text)) {}
    ShortText(const char* text) : ShortText(std::string_view(text)) {}

    /// A short text is written in place: moving bytes that were just written costs more than
    /// writing them.
    template <std::convertible_to<std::string_view> Text>
    ShortText& operator=(const Text& from) {
        const std::string_view text = from;
        if (std::max(text.size() + 1, bytes_.size()) > room) return *this = ShortText(text);
        char* const bytes = bytes_.renew(text.size() + 1);
        std::copy(text.begin(), text.end(), bytes);
        bytes[text.size()] = '\0';
        return *this;
    }

    [[nodiscard]] std::string_view view() const { return {c_str(), size()}; }
    [[nodiscard]] const char* c_str() const { return bytes_.data(); }
    operator std::string_view() const { return view(); }
    [[nodiscard]] std::size_t size() const { return bytes_.empty() ? 0 : bytes_.size() - 1; }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] const char* begin() const { return c_str(); }
    [[nodiscard]] const char* end() const { return c_str() + size(); }

    friend bool operator==(const ShortText& a, const ShortText& b) { return a.view() == b.view(); }
    template <std::convertible_to<std::string_view> Text>
    friend bool operator==(const ShortText& a, const Text& b) {
        return a.view() == std::string_view(b);
    }
    friend std::ostream& operator<<(std::ostream& out, const ShortText& text) {
        return out << text.view();
    }

private:
    ShortArray<char, room> bytes_;  // none, or the text and its zero
};

}  // namespace weft

template <std::size_t room>
struct fmt::formatter<weft::ShortText<room>> : fmt::formatter<std::string_view> {
    auto format(const weft::ShortText<room>& text, fmt::format_context& context) const {
        return fmt::formatter<std::string_view>::format(text.view(), context);
    }
};

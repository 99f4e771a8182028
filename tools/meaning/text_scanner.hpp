// SPDX-License-Identifier: BSD-3-Clause
// Parses a text from its beginning on.
#pragma once

#include <algorithm>
#include <charconv>
#include <string_view>

#include "tools/meaning/calendar.hpp"

namespace weft::tools {

class TextScanner {
public:
    explicit TextScanner(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const { return rest_; }
    bool take(char wanted) {
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view wanted) {
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(wanted.size());
        return true;
    }
    void skip_spaces() {
        while (take(' ')) continue;
    }
    /// Takes all letters at the front.
    std::string_view take_word() {
        const auto* const end = std::ranges::find_if_not(
            rest_, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
        const std::string_view word =
            rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        rest_.remove_prefix(word.size());
        return word;
    }
    /// A number without a sign.
    template <class T>
    bool take_number(T& number) {
        if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return false;
        const auto [end, error] =
            std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (error != std::errc()) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }
    /// "1999", of either sign.
    bool take_year(Day& day) {
        const bool is_negative = take('-');
        if (!take_number(day.year)) return false;
        if (is_negative) day.year = -day.year;
        return true;
    }

private:
    std::string_view rest_;
};

}  // namespace weft::tools

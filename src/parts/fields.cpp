// SPDX-License-Identifier: BSD-3-Clause
#include "parts/fields.hpp"

#include <charconv>

namespace weft::parts {
namespace {

/// What is before the next `separator`, which goes with it.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return taken;
}

}  // namespace

Fields::Fields(std::string_view text) {
    while (!text.empty()) {
        std::string_view value = take_until(text, '\n');
        if (value.find(": ") == std::string_view::npos) continue;
        const std::string_view name = take_until(value, ':');
        values_.emplace_hint(values_.end(), name, value.substr(1));  // they are sorted
    }
}

void Fields::set(const std::string& name, std::span<const std::int64_t> values) {
    std::string text;
    for (const std::int64_t value : values) {
        if (!text.empty()) text += ' ';
        text += std::to_string(value);
    }
    set(name, std::move(text));
}

std::optional<std::string> Fields::text(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::vector<std::int64_t>> Fields::numbers(const std::string& name) const {
    const std::optional<std::string> text = this->text(name);
    if (!text) return std::nullopt;
    std::vector<std::int64_t> values;
    for (std::string_view rest = *text; !rest.empty();) {
        const std::string_view word = take_until(rest, ' ');
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
        values.push_back(value);
    }
    return values;
}

std::optional<std::int64_t> Fields::number(const std::string& name, std::int64_t least,
                                           std::int64_t most) const {
    const auto values = numbers(name);
    if (!values || values->size() != 1) return std::nullopt;
    const std::int64_t value = values->front();
    return least <= value && value <= most ? std::optional(value) : std::nullopt;
}

std::string Fields::as_text() const {
    std::string text;
    for (const auto& [name, value] : values_) {
        text += name;
        text += ": ";
        text += value;
        text += '\n';
    }
    return text;
}

}  // namespace weft::parts

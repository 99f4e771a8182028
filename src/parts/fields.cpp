// SPDX-License-Identifier: BSD-3-Clause
#include "parts/fields.hpp"

#include <algorithm>
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

Fields::Fields(std::string text) : text_(std::move(text)) {
    for (std::string_view rest = text_; !rest.empty();) {
        const std::string_view line = take_until(rest, '\n');
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos) continue;
        lines_.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
    if (!std::ranges::is_sorted(lines_, {}, &Line::name))
        std::ranges::stable_sort(lines_, {}, &Line::name);
}

void NewFields::set(const std::string& name, std::span<const std::int64_t> values) {
    std::string text;
    for (const std::int64_t value : values) {
        if (!text.empty()) text += ' ';
        text += std::to_string(value);
    }
    set(name, std::move(text));
}

std::optional<std::string_view> Fields::text(std::string_view name) const {
    const auto found = std::ranges::lower_bound(lines_, name, {}, &Line::name);
    if (found == lines_.end() || found->name != name) return std::nullopt;
    return found->value;
}

std::vector<std::string_view> Fields::texts(std::string_view stem, std::size_t count) const {
    std::vector<std::string_view> texts(count);
    for (const Line& line : lines_) {
        if (!line.name.starts_with(stem) || line.name.substr(stem.size(), 1) != " ") continue;
        const std::string_view number = line.name.substr(stem.size() + 1);
        std::size_t i = count;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), i);
        const bool is_number = error == std::errc() && end == number.data() + number.size();
        if (is_number && i < count && texts[i].empty()) texts[i] = line.value;
    }
    return texts;
}

std::optional<std::vector<std::int64_t>> Fields::numbers(std::string_view name) const {
    const std::optional<std::string_view> text = this->text(name);
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

std::optional<std::int64_t> Fields::number(std::string_view name, std::int64_t least,
                                           std::int64_t most) const {
    const auto values = numbers(name);
    if (!values || values->size() != 1) return std::nullopt;
    const std::int64_t value = values->front();
    return least <= value && value <= most ? std::optional(value) : std::nullopt;
}

std::string NewFields::as_text() const {
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

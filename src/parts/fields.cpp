// SPDX-License-Identifier: BSD-3-Clause
#include "parts/fields.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <numeric>

namespace weft::parts {
namespace {

/// Takes the text before the next `separator`, and removes both.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return taken;
}

/// The begin of the last line that begins with `stem`; nothing if there is none.
std::size_t last_line(std::string_view text, std::string_view stem) {
    while (!text.empty()) {
        const std::string_view above = text.substr(0, text.size() - 1);
        const void* const end = memrchr(above.data(), '\n', above.size());
        const std::size_t begin =
            end == nullptr
                ? 0
                : static_cast<std::size_t>(static_cast<const char*>(end) - above.data()) + 1;
        if (text.substr(begin).starts_with(stem)) return begin;
        text = text.substr(0, begin);
    }
    return std::string_view::npos;
}

std::size_t first_line(std::string_view text, std::string_view stem) {
    std::string_view rest = text;
    while (!rest.starts_with(stem) && !rest.empty()) take_until(rest, '\n');
    return text.size() - rest.size();
}

/// The values of a list that repeats one word, often hundreds of times.
std::optional<std::int64_t> times_repeated(std::string_view text, std::size_t word) {
    const std::size_t period = word + 1;
    const std::size_t length = text.size() + 1;
    const bool is_repeated = word > 0 && length > period && length % period == 0 &&
                             text.substr(period) == text.substr(0, text.size() - period);
    return is_repeated ? std::optional(static_cast<std::int64_t>(length / period)) : std::nullopt;
}

}  // namespace

DividedText divided_at(std::string_view text, std::string_view stem) {
    const std::string beginning = std::string(stem) + ' ';
    const std::size_t last = last_line(text, beginning);
    if (last == std::string_view::npos) return {.of_stem = {}, .others = std::string(text)};
    const std::size_t first = first_line(text, beginning);
    const std::size_t end = std::min(text.find('\n', last), text.size() - 1) + 1;
    std::string others(text.substr(0, first));
    others += text.substr(end);
    return {.of_stem = text.substr(first, end - first), .others = std::move(others)};
}

/// The compiler vectorises this as long as it counts in bytes.
std::int64_t line_count(std::string_view text) {
    constexpr std::size_t lanes = 32;
    constexpr std::size_t most = 255 * lanes;  // as far as a byte can count
    std::int64_t count = 0;
    while (text.size() >= lanes) {
        const std::size_t now = std::min(text.size() / lanes * lanes, most);
        std::array<std::uint8_t, lanes> counts{};
        for (std::size_t i = 0; i < now; i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                counts[lane] =
                    static_cast<std::uint8_t>(counts[lane] + (text[i + lane] == '\n' ? 1 : 0));
        count = std::accumulate(counts.begin(), counts.end(), count);
        text.remove_prefix(now);
    }
    return count + std::ranges::count(text, '\n');
}

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
        const bool is_first = values.empty();
        values.push_back(value);
        if (!is_first) continue;
        if (const auto times = times_repeated(*text, word.size()))
            return std::vector<std::int64_t>(static_cast<std::size_t>(*times), value);
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

// SPDX-License-Identifier: BSD-3-Clause
#include "files/hint_values.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace weft::files {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view white_space = " \t\n\v\f\r";
    const auto first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

}  // namespace

mpi::Hints parse_hint_list(std::string_view list) {
    mpi::Hints hints;
    while (!list.empty()) {
        const auto end = list.find(';');
        const std::string_view pair = list.substr(0, end);
        list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
        const auto equals = pair.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view key = trimmed(pair.substr(0, equals));
        if (!key.empty())
            hints.insert_or_assign(std::string(key), std::string(trimmed(pair.substr(equals + 1))));
    }
    return hints;
}

mpi::Hints overruled(mpi::Hints hints, const mpi::Hints& stronger) {
    for (const auto& [one, other] : synonyms) {
        if (!stronger.contains(one) && !stronger.contains(other)) continue;
        hints.erase(one);
        hints.erase(other);
    }
    for (const auto& [key, value] : stronger) hints.insert_or_assign(key, value);
    return hints;
}

std::string packed(const mpi::Hints& hints) {
    std::string text;
    for (const auto& [key, value] : hints) text += key + '\0' + value + '\0';
    return text;
}

mpi::Hints unpacked(std::string_view text) {
    const auto next = [&text] {
        const std::string_view word = text.substr(0, text.find('\0'));
        text.remove_prefix(word.size() + 1);
        return std::string(word);
    };
    mpi::Hints hints;
    while (!text.empty()) {
        std::string key = next();
        hints.insert_or_assign(std::move(key), next());
    }
    return hints;
}

std::string text_of(const mpi::Hints& hints, const char* key) {
    const auto found = hints.find(key);
    return found == hints.end() ? std::string() : found->second;
}

std::optional<std::int64_t> number_in(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

const char* other_name_of(const char* key) {
    for (const auto& [one, other] : synonyms) {
        if (std::strcmp(key, one) == 0) return other;
    }
    return nullptr;
}

std::optional<std::int64_t> asked_for(const mpi::Hints& hints, const NumberHint& hint) {
    if (hints.empty())
        return std::nullopt;  // most files are opened without hints, and this is fast
    for (const char* const name : {hint.name, other_name_of(hint.name)}) {
        const auto value = number_in(name == nullptr ? "" : text_of(hints, name));
        if (value && (*value > 0 || hint.least == 0))
            return std::clamp(*value, hint.least, hint.most);
    }
    return std::nullopt;
}

std::int64_t number_of(const mpi::Hints& hints, const NumberHint& hint) {
    return asked_for(hints, hint).value_or(hint.usual);
}

bool is_enabled(const mpi::Hints& hints, const char* key) {
    const std::string text = text_of(hints, key);
    return text == "enable" || text == "true" || text == "1";
}

}  // namespace weft::files

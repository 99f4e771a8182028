// SPDX-License-Identifier: BSD-3-Clause
#include "files/hint_values.hpp"

#include <charconv>
#include <utility>

namespace weft::files {
namespace {

/// Hints that mean the same.
constexpr std::pair<const char*, const char*> synonyms[] = {
    {"nc_var_align_size", "nc_header_align_size"},
    {"romio_cb_read", "cb_read"},
    {"romio_cb_write", "cb_write"},
    {"romio_ds_read", "ds_read"},
    {"romio_ds_write", "ds_write"},
};

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

std::string text_of(const mpi::Hints& hints, const char* key) {
    const auto found = hints.find(key);
    return found == hints.end() ? std::string() : found->second;
}

std::optional<std::int64_t> number_of(const mpi::Hints& hints, const char* key) {
    const auto found = hints.find(key);
    if (found == hints.end()) return std::nullopt;
    const std::string& text = found->second;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

std::optional<std::int64_t> positive_of(const mpi::Hints& hints, const char* key) {
    const auto value = number_of(hints, key);
    return value && *value > 0 ? value : std::nullopt;
}

bool is_enabled(const mpi::Hints& hints, const char* key) {
    const std::string text = text_of(hints, key);
    return text == "enable" || text == "true" || text == "1";
}

}  // namespace weft::files

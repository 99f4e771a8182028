// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/chunk_wishes.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "tools/part/names.hpp"
#include "tools/shared/nearest.hpp"

namespace weft::tools {
namespace {

std::optional<std::int64_t> length_in(std::string_view text) {
    std::int64_t length = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, length);
    if (error != std::errc() || end != last || length < 1) return std::nullopt;
    return length;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t comma = text.find(',');
        words.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return words;
        text.remove_prefix(comma + 1);
    }
}

Status no_spec(std::string_view text) {
    return {Code::einval, fmt::format("'{}' is neither DIM/LENGTH,... nor VAR:LENGTH,...", text)};
}

/// "10,90,180", or nothing.
Result<std::vector<std::int64_t>> lengths_in(std::string_view text) {
    std::vector<std::int64_t> lengths;
    if (text.empty()) return lengths;
    for (const std::string_view word : split(text)) {
        const auto length = length_in(word);
        if (!length)
            return Status(Code::einval, fmt::format("'{}' is not the length of a chunk", word));
        lengths.push_back(*length);
    }
    return lengths;
}

/// A colon in a name, or a slash, is followed by more than numbers.
bool has_only_lengths(std::string_view text) {
    return text.find_first_not_of("0123456789,") == std::string_view::npos;
}

}  // namespace

Status ChunkWishes::add(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos && colon > 0 && has_only_lengths(text.substr(colon + 1))) {
        auto lengths = lengths_in(std::string_view(text).substr(colon + 1));
        if (!lengths.ok()) return lengths.status();
        variables[text.substr(0, colon)] = std::move(lengths).value();
        return {};
    }
    if (text == "/") {
        makes_arrays = true;
        return {};
    }
    for (const std::string_view word : split(text)) {
        const std::size_t slash = word.rfind('/');
        if (slash == std::string_view::npos || slash == 0) return no_spec(text);
        const std::string_view length = word.substr(slash + 1);
        const auto number = length_in(length);
        if (!number && !length.empty()) return no_spec(text);
        dimensions[std::string(word.substr(0, slash))] = number.value_or(0);
    }
    return {};
}

Status ChunkWishes::check(const model::Schema& schema) const {
    for (const auto& [name, length] : dimensions) {
        if (schema.find_dimension(name) < 0) return no_dimension(schema, name);
    }
    for (const auto& [name, lengths] : variables) {
        const int id = find_variable(schema, name);
        if (id < 0) return unknown_variable(schema, name);
        const std::size_t rank = schema.variable(id).dimension_ids.size();
        if (!lengths.empty() && lengths.size() != rank)
            return {Code::ebadchunk,
                    fmt::format("variable '{}' has {} dimensions, and its chunk {}", name, rank,
                                lengths.size())};
    }
    return {};
}

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/compression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "files/hint_values.hpp"

namespace weft::dataset {
namespace {

namespace filter_id = model::filter_id;

struct Compressor {
    std::string_view name;
    int id;
    std::int64_t usual_level;
    std::int64_t highest_level;
};
constexpr Compressor compressors[] = {{"deflate", filter_id::deflate, 1, 9},
                                      {"zstd", filter_id::zstd, 3, 19}};

/// "deflate:4".
std::optional<model::Filter> compressor_called(std::string_view word) {
    const std::size_t colon = word.find(':');
    const auto found = std::ranges::find(compressors, word.substr(0, colon), &Compressor::name);
    if (found == std::end(compressors)) return std::nullopt;
    std::int64_t level = found->usual_level;
    if (colon != std::string_view::npos)
        level = files::number_in(std::string(word.substr(colon + 1))).value_or(level);
    level = std::clamp<std::int64_t>(level, 1, found->highest_level);
    return model::Filter{.id = found->id, .parameters = {static_cast<std::uint32_t>(level)}};
}

const model::Filter* find(const std::vector<model::Filter>& filters, int id) {
    const auto found = std::ranges::find(filters, id, &model::Filter::id);
    return found == filters.end() ? nullptr : &*found;
}

constexpr std::string_view quantizations[] = {"none", "bitgroom", "granular", "bitround"};

}  // namespace

std::vector<model::Filter> filters_asked_for(const mpi::Hints& hints) {
    std::vector<model::Filter> filters;
    if (const auto compressor = compressor_called(files::text_of(hints, "weft_compress")))
        filters = {{.id = filter_id::shuffle}, *compressor};
    if (files::text_of(hints, "weft_checksum") == "fletcher32")
        filters.push_back({.id = filter_id::fletcher32});
    return filters;
}

std::optional<types::Quantization> quantization_called(const std::string& word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) return std::nullopt;
    const auto found = std::ranges::find(quantizations, std::string_view(word).substr(0, colon));
    const auto digits = files::number_in(word.substr(colon + 1));
    if (found == std::end(quantizations) || found == std::begin(quantizations) || !digits ||
        *digits < 1)
        return std::nullopt;
    const auto mode = static_cast<types::QuantizeMode>(found - std::begin(quantizations));
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return types::Quantization{mode, static_cast<int>(std::min(*digits, most))};
}

std::optional<types::Quantization> quantization_asked_for(const mpi::Hints& hints) {
    auto asked = quantization_called(files::text_of(hints, "weft_quantize"));
    if (asked)
        asked->digits =
            std::min(asked->digits, types::most_digits(asked->mode, types::External::float64));
    return asked;
}

std::string compression_of(const std::vector<model::Filter>& filters) {
    for (const Compressor& one : compressors)
        if (const model::Filter* its = find(filters, one.id))
            return fmt::format("{}:{}", one.name, its->parameters.front());
    return "none";
}

std::string checksum_of(const std::vector<model::Filter>& filters) {
    return find(filters, filter_id::fletcher32) == nullptr ? "none" : "fletcher32";
}

std::string quantization_word(const std::optional<types::Quantization>& how) {
    if (!how) return "none";
    return fmt::format("{}:{}", quantizations[static_cast<std::size_t>(how->mode)], how->digits);
}

}  // namespace weft::dataset

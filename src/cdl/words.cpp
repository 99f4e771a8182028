// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/words.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace weft::cdl {
namespace {

using format::Version;
using types::External;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

constexpr std::pair<std::string_view, External> synonyms[] = {
    {"integer", External::int32},
    {"long", External::int32},
    {"real", External::float32},
};

constexpr std::pair<std::string_view, Version> versions[] = {
    {"classic", Version::cdf1},
    {"nc3", Version::cdf1},
    {"cdf1", Version::cdf1},
    {"1", Version::cdf1},
    {"64 bit offset", Version::cdf2},
    {"nc6", Version::cdf2},
    {"cdf2", Version::cdf2},
    {"2", Version::cdf2},
    {"64 bit data", Version::cdf5},
    {"64 bit variable", Version::cdf5},
    {"nc5", Version::cdf5},
    {"cdf5", Version::cdf5},
    {"5", Version::cdf5},
};

constexpr std::string_view special_attributes[] = {
    "_Format",
    "_Storage",
    "_ChunkSizes",
    "_DeflateLevel",
    "_Shuffle",
    "_Fletcher32",
    "_NoFill",
    "_Filter",
    "_Endianness",
    "_IsNetcdf4",
    "_NCProperties",
    "_SuperblockVersion",
    "_Codecs",
    "_QuantizeBitGroomNumberOfSignificantDigits",
    "_QuantizeGranularBitRoundNumberOfSignificantDigits",
    "_QuantizeBitRoundNumberOfSignificantBits",
};

/// The text behind `mark`, or nothing.
std::optional<std::string_view> behind(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    return text.substr(at + mark.size());
}

}  // namespace

bool is_word(std::string_view text, std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                      [](char c, char of_word) { return lower(c) == of_word; });
}

std::optional<External> type_of(std::string_view name) {
    for (int number = 1; number <= types::external_count; ++number) {
        const auto type = static_cast<External>(number);
        if (is_word(name, types::name_of(type))) return type;
    }
    for (const auto& [synonym, type] : synonyms) {
        if (is_word(name, synonym)) return type;
    }
    return std::nullopt;
}

bool is_beyond_classic(std::string_view name) {
    return is_word(name, "types") || is_word(name, "group") || is_word(name, "string") ||
           is_word(name, "compound");
}

std::optional<Version> version_of(std::string_view name) {
    std::string plain(name);
    std::replace(plain.begin(), plain.end(), '-', ' ');
    if (plain.starts_with("CDF ") || plain.starts_with("cdf ")) plain.erase(3, 1);
    for (const auto& [known, version] : versions) {
        if (is_word(plain, known)) return version;
    }
    return std::nullopt;
}

int netcdf4_kind_of(std::string_view name) {
    constexpr int netcdf4 = netcdf4_kind_number;
    constexpr int netcdf4_classic = 4;
    if (is_word(name, "netcdf-4")) return netcdf4;
    return is_word(name, "netcdf-4 classic model") ? netcdf4_classic : 0;
}

bool is_special_attribute(std::string_view name) {
    return std::find(std::begin(special_attributes), std::end(special_attributes), name) !=
           std::end(special_attributes);
}

std::optional<Version> version_in_comment(std::string_view comment) {
    const auto name = behind(comment, "file format: ");
    if (!name) return std::nullopt;
    return version_of(name->substr(0, name->find_first_of(" \n\r(")));
}

std::optional<std::int64_t> records_in_comment(std::string_view comment) {
    const auto number = behind(comment, "(");
    std::int64_t count = 0;
    if (!number || number->empty()) return std::nullopt;
    const char* const last = number->data() + number->size();
    const auto [end, error] = std::from_chars(number->data(), last, count);
    const std::string_view rest(end, static_cast<std::size_t>(last - end));
    if (error != std::errc() || count < 0 || !rest.starts_with(" currently)")) return std::nullopt;
    return count;
}

}  // namespace weft::cdl

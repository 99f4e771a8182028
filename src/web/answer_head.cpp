// SPDX-License-Identifier: BSD-3-Clause
#include "web/answer_head.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace weft::web {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    text.remove_prefix(begin);
    const std::size_t last = text.find_last_not_of(blanks);
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool is_same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// "HTTP/1.1 206 Partial Content", "HTTP/2 206"
int status_in(std::string_view line) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return 0;
    constexpr std::size_t digits = 3;
    const auto status = parse_digits(line.substr(blank + 1, digits));
    return status ? static_cast<int>(*status) : 0;
}

}  // namespace

std::optional<std::int64_t> parse_digits(std::string_view text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    if (text.empty() || text.front() == '-') return std::nullopt;
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end) return std::nullopt;
    return number;
}

std::optional<ContentRange> parse_content_range(std::string_view text) {
    constexpr std::string_view unit = "bytes";
    text = trimmed(text);
    if (text.size() <= unit.size() || !is_same_word(text.substr(0, unit.size()), unit))
        return std::nullopt;
    text = trimmed(text.substr(unit.size()));
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view range = text.substr(0, slash);
    const std::string_view whole = text.substr(slash + 1);
    ContentRange found;
    if (whole != "*") {
        found.all_bytes = parse_digits(whole);
        if (!found.all_bytes) return std::nullopt;
    }
    if (range == "*") return found;
    const std::size_t dash = range.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto first = parse_digits(range.substr(0, dash));
    const auto last = parse_digits(range.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    if (found.all_bytes && *last >= *found.all_bytes) return std::nullopt;
    found.first = *first;
    found.last = *last;
    return found;
}

void AnswerHead::take_line(std::string_view line) {
    if (line.starts_with("HTTP/")) {
        *this = AnswerHead{.status = status_in(trimmed(line))};
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::array<std::pair<std::string_view, std::string*>, 10> known = {{
        {"etag", &etag},
        {"last-modified", &last_modified},
        {"location", &location},
        {"content-encoding", &content_encoding},
        {"content-type", &content_type},
        {"retry-after", &retry_after},
        {"content-range", &content_range},
        {"content-length", &content_length},
        {"transfer-encoding", &transfer_encoding},
        {"x-amz-bucket-region", &bucket_region},
    }};
    const std::string_view name = trimmed(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    for (const auto& [word, place] : known) {
        if (!is_same_word(word, name)) continue;
        contradicts_itself = contradicts_itself || (!place->empty() && *place != value);
        *place = value;
    }
}

}  // namespace weft::web

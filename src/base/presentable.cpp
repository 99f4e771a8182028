// SPDX-License-Identifier: BSD-3-Clause
#include "base/presentable.hpp"

#include <algorithm>
#include <cctype>

namespace weft {
namespace {

constexpr std::string_view mark = "://";
constexpr std::string_view goes_on = ":),;";  // behind an address, as a part of the sentence

bool is_blank(char c) {
    return static_cast<unsigned char>(c) <= ' ';
}

/// The length of the scheme that ends at `end`; 0 if its addresses hold no secrets, or if it is
/// none.
std::size_t scheme_before(std::string_view text, std::size_t end) {
    const auto belongs = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
    };
    std::size_t begin = end;
    while (begin > 0 && belongs(static_cast<unsigned char>(text[begin - 1]))) --begin;
    const std::string_view scheme = text.substr(begin, end - begin);
    return scheme == "ssh" || scheme == "weft" ? 0 : scheme.size();
}

/// Whether an address ends before text[at]: after a quote, at the next quote, else at a blank. A
/// quote may be a part of an address, unless the text continues after it like a sentence.
bool ends_at(std::string_view text, std::size_t at, char quote) {
    const char c = text[at];
    if (quote == '\0') return is_blank(c) || c == '"';
    return c == quote && (at + 1 == text.size() || is_blank(text[at + 1]) || text[at + 1] == '.' ||
                          goes_on.find(text[at + 1]) != std::string_view::npos);
}

/// The address without its user. A password with characters that do not belong there looks like a
/// host with a strange port: then everything up to the last '@' is removed.
std::string_view without_user(std::string_view address) {
    const std::string_view place = address.substr(0, address.find_first_of("/?#"));
    const std::size_t at = place.rfind('@');
    if (at != std::string_view::npos) return address.substr(at + 1);
    const std::size_t colon = place.rfind(':');
    const bool is_strange =
        colon != std::string_view::npos && !place.starts_with('[') &&
        !std::all_of(place.begin() + static_cast<std::ptrdiff_t>(colon) + 1, place.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
    const std::size_t last = address.rfind('@');
    return is_strange && last != std::string_view::npos ? address.substr(last + 1) : address;
}

/// `address`: what stands behind "://".
std::string shown_of(std::string_view address) {
    address = without_user(address);
    const std::size_t query = address.find('?');
    return std::string(address.substr(0, query)) + (query == std::string_view::npos ? "" : "?...");
}

}  // namespace

std::string presentable(std::string_view text) {
    std::string shown;
    std::size_t done = 0;
    for (std::size_t found = text.find(mark); found != std::string_view::npos;
         found = text.find(mark, done)) {
        const std::size_t begin = found + mark.size();
        shown.append(text.substr(done, begin - done));
        done = begin;
        const std::size_t scheme = scheme_before(text, found);
        if (scheme == 0) continue;
        const char before = found == scheme ? '\0' : text[found - scheme - 1];
        const char quote = before == '"' || before == '\'' ? before : '\0';
        std::size_t end = begin;
        while (end < text.size() && !ends_at(text, end, quote)) ++end;
        while (quote == '\0' && end > begin && goes_on.find(text[end - 1]) != goes_on.npos) --end;
        shown.append(shown_of(text.substr(begin, end - begin)));
        done = end;
    }
    return shown.append(text.substr(done));
}

std::string presentable_name(std::string_view name) {
    const std::size_t found = name.find(mark);
    if (found == std::string_view::npos || scheme_before(name, found) != found || found == 0)
        return std::string(name);
    const std::size_t begin = found + mark.size();
    return std::string(name.substr(0, begin)) + shown_of(name.substr(begin));
}

}  // namespace weft

// SPDX-License-Identifier: BSD-3-Clause
#include "web/web_name.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/presentable.hpp"

namespace weft::web {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string small(std::string_view text) {
    std::string all(text);
    std::ranges::transform(all, all.begin(), [](unsigned char c) { return std::tolower(c); });
    return all;
}

int digit_of(char c) {
    if (is_digit(c)) return c - '0';
    const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/// Replaces "%XX" by the byte.
std::string decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_coded = text[i] == '%' && i + 2 < text.size() && digit_of(text[i + 1]) >= 0 &&
                              digit_of(text[i + 2]) >= 0;
        plain += is_coded ? static_cast<char>(16 * digit_of(text[i + 1]) + digit_of(text[i + 2]))
                          : text[i];
        if (is_coded) i += 2;
    }
    return plain;
}

/// A number in IPv6 notation has ':' and '%'; a name has neither.
bool is_host(std::string_view host, bool is_numeric) {
    const auto may = [is_numeric](char c) {
        return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_' ||
               (is_numeric && (c == ':' || c == '%'));
    };
    return !host.empty() && !host.starts_with('-') && std::ranges::all_of(host, may);
}

bool is_port(std::string_view port) {
    if (port.empty() || port.size() > 5 || !std::ranges::all_of(port, is_digit)) return false;
    int number = 0;
    for (const char c : port) number = 10 * number + (c - '0');
    return number >= 1 && number <= 65535;
}

/// The host and the port of "host", "host:port" or "[number]:port"; the host keeps its brackets.
struct Authority {
    std::string_view host;
    std::string_view port;
};

Result<Authority> parse_place(std::string_view text, std::string_view usual_port) {
    const bool is_numeric = text.starts_with('[');
    const std::size_t end = is_numeric ? text.find(']') : text.find(':');
    if (is_numeric && end == std::string_view::npos)
        return Status(Code::einval, "\"[\" has no \"]\"");
    const std::size_t length = end == std::string_view::npos ? text.size() : end + is_numeric;
    Authority place{.host = text.substr(0, length), .port = usual_port};
    const std::string_view bare =
        is_numeric ? place.host.substr(1, place.host.size() - 2) : place.host;
    if (!is_host(bare, is_numeric)) return Status(Code::einval, "the host name is not valid");
    const std::string_view rest = text.substr(length);
    if (rest.empty()) return place;
    if (rest.front() != ':' || !is_port(rest.substr(1)))
        return Status(Code::einval, "there is no port after the host and ':'");
    place.port = rest.substr(1);
    return place;
}

/// Replaces characters that a URL does not allow by "%XX"; "%" stays.
std::string mended(std::string_view path) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string whole;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_bad = byte <= ' ' || byte >= 0x7f || c == '"' || c == '<' || c == '>' ||
                            c == '\\' || c == '^' || c == '`' || c == '{' || c == '|' || c == '}';
        if (is_bad) {
            whole += '%';
            whole += digits[byte >> 4];
            whole += digits[byte & 15];
        } else {
            whole += c;
        }
    }
    return whole;
}

Status bad_name(std::string_view name, std::string_view why) {
    return {Code::einval, "\"" + presentable_name(name) + "\": " + std::string(why)};
}

}  // namespace

Result<WebName> parse_web_name(std::string_view name) {
    const std::size_t mark = name.find("://");
    if (mark == std::string_view::npos) return bad_name(name, "it has no scheme");
    const std::string scheme = small(name.substr(0, mark));
    if (scheme != "http" && scheme != "https")
        return bad_name(name, "it does not begin with http:// or https://");
    if (name.find('\0') != std::string_view::npos || name.find('\n') != std::string_view::npos ||
        name.find('\r') != std::string_view::npos)
        return bad_name(name, "it contains a zero byte or an end of a line");
    std::string_view rest = name.substr(mark + 3);
    rest = rest.substr(0, rest.find('#'));
    const std::size_t path_begin = std::min(rest.find_first_of("/?"), rest.size());
    std::string_view authority = rest.substr(0, path_begin);
    const std::string_view path = rest.substr(path_begin);
    WebName parsed;
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        const std::string_view user = authority.substr(0, at);
        const std::size_t colon = std::min(user.find(':'), user.size());
        parsed.user = decoded(user.substr(0, colon));
        if (colon < user.size()) parsed.password = decoded(user.substr(colon + 1));
        authority.remove_prefix(at + 1);
    }
    const Result<Authority> place = parse_place(authority, scheme == "https" ? "443" : "80");
    if (!place.ok()) return bad_name(name, place.status().context());
    const std::string host = small(place.value().host);
    parsed.origin = scheme + "://" + host + ":" + std::string(place.value().port);
    const bool is_usual = authority.size() == place.value().host.size();
    parsed.url = scheme + "://" + host + (is_usual ? "" : ":" + std::string(place.value().port)) +
                 (path.starts_with('/') ? "" : "/") + mended(path);
    return parsed;
}

Result<WebName> redirect_target(const std::string& url, std::string_view location) {
    const std::size_t scheme_end = url.find("://");
    const std::string scheme = url.substr(0, scheme_end);
    const std::size_t path = std::min(url.find_first_of("/?", scheme_end + 3), url.size());
    const std::size_t query = std::min(url.find('?', path), url.size());
    // An absolute address has its scheme in front of all that may contain "://" otherwise.
    const std::size_t mark = location.find("://");
    const bool is_absolute =
        mark != std::string_view::npos && mark > 0 &&
        std::all_of(location.begin(), location.begin() + static_cast<std::ptrdiff_t>(mark),
                    [](char c) { return is_letter(c) || is_digit(c) || c == '+'; });
    std::string target(location);
    if (location.starts_with("//"))
        target = scheme + ":" + target;
    else if (location.starts_with('/'))
        target = url.substr(0, path) + target;
    else if (location.starts_with('?'))
        target = url.substr(0, query) + target;
    else if (!is_absolute)
        target = url.substr(0, url.substr(0, query).rfind('/') + 1) + target;
    Result<WebName> parsed = parse_web_name(target);
    if (!parsed.ok())
        return Status(Code::efile,
                      "the server leads to a place that is none: " + parsed.status().context());
    if (scheme == "https" && parsed.value().url.starts_with("http://"))
        return Status(Code::efile, "the server leads from https to " +
                                       presentable(parsed.value().url) +
                                       ", where nothing protects the bytes");
    return parsed;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view others = "-._~/";
    std::string encoded;
    for (const char c : text) {
        if (is_letter(c) || is_digit(c) || others.find(c) != std::string_view::npos) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += digits[byte >> 4];
        encoded += digits[byte & 15];
    }
    return encoded;
}

}  // namespace weft::web

// SPDX-License-Identifier: BSD-3-Clause
#include "web/ways.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace weft::web {
namespace {

constexpr double shortest_timeout = 0.1;
constexpr double longest_timeout = 86400;
constexpr int most_connections = 64;

template <class Number>
std::optional<Number> number_in(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    Number number{};
    const char* const end = text->data() + text->size();
    const auto [stopped, error] = std::from_chars(text->data(), end, number);
    if (error != std::errc() || stopped != end) return std::nullopt;
    return number;
}

}  // namespace

Ways ways_of(const Variable& variable) {
    Ways ways;
    if (const auto seconds = number_in<double>(variable("WEFT_REMOTE_TIMEOUT")))
        if (*seconds > 0)
            ways.timeout_seconds = std::clamp(*seconds, shortest_timeout, longest_timeout);
    if (const auto count = number_in<int>(variable("WEFT_WEB_CONNECTIONS")))
        ways.connections = std::clamp(*count, 1, most_connections);
    for (const char* const name : {"SSL_CERT_FILE", "CURL_CA_BUNDLE"})
        if (const auto file = variable(name)) ways.certificates = *file;
    ways.takes_whole = variable("WEFT_WEB_WHOLE") == "enable";
    ways.temporary = variable("TMPDIR").value_or("/tmp");
    return ways;
}

std::optional<std::string> variable_of_environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace weft::web

// SPDX-License-Identifier: BSD-3-Clause
#include "remote/destination.hpp"

#include <algorithm>
#include <string_view>

namespace weft::remote {
namespace {

Status bad_name(const std::string& name, std::string_view why) {
    return {Code::einval, "\"" + name + "\": " + std::string(why)};
}

/// The characters of a user or a host; others could have a meaning for a shell or for ssh.
bool is_plain(std::string_view word) {
    const auto may = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == '_' || c == ':' || c == '%' || c == '+';
    };
    return !word.starts_with('-') && std::all_of(word.begin(), word.end(), may);
}

bool is_port(std::string_view word) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !word.empty() && word.size() <= 5 && std::all_of(word.begin(), word.end(), is_digit);
}

}  // namespace

std::string Destination::name() const {
    const bool is_numeric = host.find(':') != std::string::npos;
    return scheme + "://" + (user.empty() ? "" : user + "@") +
           (is_numeric ? "[" + host + "]" : host) + (port.empty() ? "" : ":" + port);
}

Status failure_of(const std::string& name, const Destination& destination, const Status& status) {
    if (status.ok()) return status;
    std::string_view why = status.context();
    // The failure is about the whole server, or the session with it.
    const std::string place = destination.name() + ": ";
    if (why.starts_with(place)) why.remove_prefix(place.size());
    return {status.code(), name + ": " + std::string(why)};
}

Result<Name> parse_name(const std::string& name) {
    Name parsed;
    const std::size_t mark = name.find("://");
    if (mark == std::string::npos) return bad_name(name, "it has no scheme");
    parsed.destination.scheme = name.substr(0, mark);
    const std::string_view rest = std::string_view(name).substr(mark + 3);
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || slash + 1 == rest.size())
        return bad_name(name, "there is no path after the host");
    std::string_view place = rest.substr(0, slash);
    parsed.path = rest.substr(slash);
    if (parsed.path.starts_with("/~/")) parsed.path = parsed.path.substr(3);
    if (parsed.path.find('\0') != std::string::npos)
        return bad_name(name, "it contains a zero byte");
    if (const std::size_t at = place.rfind('@'); at != std::string_view::npos) {
        parsed.destination.user = place.substr(0, at);
        place = place.substr(at + 1);
        if (parsed.destination.user.empty() || !is_plain(parsed.destination.user))
            return bad_name(name, "the user name is not valid");
    }
    if (place.starts_with('[')) {
        const std::size_t end = place.find(']');
        if (end == std::string_view::npos) return bad_name(name, "\"[\" has no \"]\"");
        parsed.destination.host = place.substr(1, end - 1);
        place = place.substr(end + 1);
    } else {
        parsed.destination.host = place.substr(0, place.find(':'));
        place = place.substr(parsed.destination.host.size());
    }
    if (parsed.destination.host.empty() || !is_plain(parsed.destination.host))
        return bad_name(name, "the host name is not valid");
    if (place.empty()) return parsed;
    if (place.front() != ':' || !is_port(place.substr(1)))
        return bad_name(name, "there is no port after the host and ':'");
    parsed.destination.port = place.substr(1);
    return parsed;
}

}  // namespace weft::remote

// SPDX-License-Identifier: BSD-3-Clause
// Names of files on other machines: ssh://[user@]host[:port]/path, weft://[token@]host[:port]/path.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft::remote {

/// Where a server is reached.
struct Destination {
    std::string scheme;
    std::string user;  // "": as ssh has it; of weft: the name of a token
    std::string host;
    std::string port;  // "": the usual one

    /// "ssh://user@host:port"
    [[nodiscard]] std::string name() const;
    friend auto operator<=>(const Destination&, const Destination&) = default;
};

struct Name {
    Destination destination;
    std::string path;  // there: absolute, or, of "ssh://host/~/path", from the home directory
};

/// The failure of a request about a file, which says its whole name.
Status failure_of(const std::string& name, const Destination& destination, const Status& status);

/// `einval`, and why, for a name that is none, or that could be taken for an option of ssh.
Result<Name> parse_name(const std::string& name);

}  // namespace weft::remote

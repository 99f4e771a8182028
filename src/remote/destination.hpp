// SPDX-License-Identifier: BSD-3-Clause
// Names of files on other machines: ssh://[user@]host[:port]/path, weft://[token@]host[:port]/path.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft::remote {

/// The address of a server.
struct Destination {
    std::string scheme;
    std::string user;  // "": the user that ssh chooses; of weft: the name of a token
    std::string host;
    std::string port;  // "": the usual one

    /// "ssh://user@host:port"
    [[nodiscard]] std::string name() const;
    friend auto operator<=>(const Destination&, const Destination&) = default;
};

struct Name {
    Destination destination;
    std::string path;  // on the server: absolute, or, of "ssh://host/~/path", relative to the home
                       // directory
};

/// The failure of a request about a file, with the whole name of the file.
Status failure_of(const std::string& name, const Destination& destination, const Status& status);

/// `einval`, with the reason, for an invalid name, or one that ssh could take for an option.
Result<Name> parse_name(const std::string& name);

}  // namespace weft::remote

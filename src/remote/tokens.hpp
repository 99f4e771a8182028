// SPDX-License-Identifier: BSD-3-Clause
// Tokens: named keys that a site gives to its users. Both ends have a file of them that only its
// owner may read. A line has a name, a key of 64 hexadecimal digits, and some of these words:
//     at=HOST[:PORT]      for the client: the server of the token
//     until=YYYY-MM-DD    for the server: the last day, in UTC, on which the token is valid
//     read-only           for the server: the token permits no writing and no removing
// Empty lines, and text behind a "#", are ignored.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "remote/destination.hpp"
#include "remote/tls.hpp"

namespace weft::remote {

struct Token {
    NamedKey key;
    std::string at;     // "": any server
    std::string until;  // "": without end
    bool is_read_only = false;

    /// `today`: as YYYY-MM-DD; such dates are compared as strings.
    [[nodiscard]] bool is_over(const std::string& today) const {
        return !until.empty() && today > until;
    }
};

/// `place`: names the file in errors: an invalid line, or a name twice for one server.
Result<std::vector<Token>> parse_tokens(std::string_view text, const std::string& place);

/// Refuses a file of another user, and one that other users can read or change.
Result<std::vector<Token>> read_tokens(const std::string& path);

/// The token for a server: that with the user name of the destination, if there is one; else the
/// first for that server, or for any.
Result<Token> token_for(const std::vector<Token>& tokens, const Destination& destination);

/// The date in UTC.
std::string today();

}  // namespace weft::remote

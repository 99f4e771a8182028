// SPDX-License-Identifier: BSD-3-Clause
// Tokens: keys with names that a site gives to its users, in a file that its owner alone may read,
// at both ends. A line has the token's name and its key, 64 hexadecimal digits, and words of these:
//     at=HOST[:PORT]      the client's: for which server it is
//     until=YYYY-MM-DD    the server's: the last day, in UTC, on which it is good
//     read-only           the server's: nothing is written or removed with it
// Empty lines, and what follows a "#", mean nothing.
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
    std::string at;     // "": anywhere
    std::string until;  // "": for ever
    bool is_read_only = false;

    /// `today`: as YYYY-MM-DD, which strings are compared as.
    [[nodiscard]] bool is_over(const std::string& today) const {
        return !until.empty() && today > until;
    }
};

/// `place`: for the sentence about a line that says nothing, or the same name twice for one place.
Result<std::vector<Token>> parse_tokens(std::string_view text, const std::string& place);

/// Refuses a file that others than its owner, who must be this user, could read or change.
Result<std::vector<Token>> read_tokens(const std::string& path);

/// The one for a server: of the user's name in the destination, if there is one there; else the
/// first for that place, or for any.
Result<Token> token_for(const std::vector<Token>& tokens, const Destination& destination);

/// In UTC.
std::string today();

}  // namespace weft::remote

// SPDX-License-Identifier: BSD-3-Clause
// Names of files on the web: http://[user[:password]@]host[:port]/path[?query], and the same with
// https. What stands behind a '#' is for programs that need to be told how to read the file.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace weft::web {

struct WebName {
    std::string url;     // as a request names it: without user and fragment
    std::string origin;  // "https://host:443": scheme, host and port, in small letters
    std::string user;
    std::string password;
};

/// Code::einval, with a message that has no secret of the name, if it is no such name.
Result<WebName> parse_web_name(std::string_view name);

/// The target of a redirect: `location` is the "Location" of the answer for `url`. Never leads from
/// https to http, where others could read and change the bytes.
Result<WebName> redirect_target(const std::string& url, std::string_view location);

/// Replaces all characters that a path of a URL may not have by "%XX".
std::string percent_encoded(std::string_view text);

}  // namespace weft::web

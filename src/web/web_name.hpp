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

/// Code::einval, with a sentence that has no secret of the name, if it is no such name.
Result<WebName> parse_web_name(std::string_view name);

/// Where an answer with this "Location" leads that was given for `url`. Never from https to http,
/// where others could read along and change the bytes.
Result<WebName> redirect_target(const std::string& url, std::string_view location);

/// The characters of `text` that a path of a URL may have, and "%XX" for the others.
std::string percent_encoded(std::string_view text);

}  // namespace weft::web

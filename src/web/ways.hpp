// SPDX-License-Identifier: BSD-3-Clause
// The settings for reaching servers of the web, from hints and the environment.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace weft::web {

struct Ways {
    // A request that brings less than 1000 bytes a second for so long is given up, and a request
    // that fails is tried again for so long: a call that gets nothing fails after at most twice as
    // long.
    double timeout_seconds = 30;
    int connections = 8;         // at a time, of one file; 1 to 64
    bool takes_whole = false;    // may download a file whose server gives no parts
    std::string certificates{};  // a file of those that are trusted; "": as libcurl was built
    std::string temporary{};     // the folder for what is downloaded
};

/// A variable of the environment; nothing if it is not set, or empty.
using Variable = std::function<std::optional<std::string>(const char* name)>;

/// The settings of WEFT_REMOTE_TIMEOUT (seconds), WEFT_WEB_CONNECTIONS, WEFT_WEB_WHOLE=enable,
/// CURL_CA_BUNDLE, SSL_CERT_FILE and TMPDIR.
Ways ways_of(const Variable& variable);

/// A variable of this process.
std::optional<std::string> variable_of_environment(const char* name);

}  // namespace weft::web

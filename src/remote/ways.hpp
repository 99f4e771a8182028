// SPDX-License-Identifier: BSD-3-Clause
// The settings for reaching servers, and for how long a client waits for them.
#pragma once

#include <string>
#include <vector>

#include "remote/destination.hpp"

namespace weft::remote {

/// The default port of `weft serve --listen`.
inline constexpr const char* usual_port = "7411";

struct Ways {
    std::string shell;              // the command that logs in, "ssh -T" by default
    std::string server;             // the command at the other end
    std::string tokens{};           // the file of keys for weft://
    std::string sockets{};          // the folder for sockets; "": a default one
    bool shares_login = true;       // with other processes of this machine, if possible
    int streams = -1;               // besides the first connection; -1: as the link needs
    double greeting_seconds = 120;  // somebody may have to type a password
    // How long the client waits for a sign of life, and tries to reconnect. A call fails after at
    // most twice this time.
    double timeout_seconds = 30;
};

/// The settings of the environment: WEFT_SSH, WEFT_SERVE, WEFT_TOKENS, WEFT_REMOTE_STREAMS,
/// WEFT_REMOTE_TIMEOUT (seconds); and XDG_RUNTIME_DIR.
Ways ways_of_environment();

/// The words of a command, separated by blanks.
std::vector<std::string> words_of(const std::string& command);

/// The program that reaches a destination by ssh, and its arguments. `options`: more options of
/// ssh.
std::vector<std::string> command_to(const Destination& destination, const Ways& ways,
                                    const std::vector<std::string>& options = {});

}  // namespace weft::remote

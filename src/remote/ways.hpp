// SPDX-License-Identifier: BSD-3-Clause
// How servers are reached, and how long they are waited for.
#pragma once

#include <string>
#include <vector>

#include "remote/destination.hpp"

namespace weft::remote {

/// Where `weft serve --listen` listens, if nothing else is said.
inline constexpr const char* usual_port = "7411";

struct Ways {
    std::string shell;              // the command in place of "ssh -T"
    std::string server;             // the command at the other end
    std::string tokens{};           // the file of keys for weft://
    std::string sockets{};          // a folder for them; "": a usual one
    bool shares_login = true;       // with others of this machine, where that goes
    int streams = -1;               // beside the first connection; -1: as the link needs
    double greeting_seconds = 120;  // somebody may have to type a password
    // Without a sign of life from a server that has something to say, or without one that could be
    // reached again: after at most twice as long a call fails.
    double timeout_seconds = 30;
};

/// What the environment says: WEFT_SSH, WEFT_SERVE, WEFT_TOKENS, WEFT_REMOTE_STREAMS,
/// WEFT_REMOTE_TIMEOUT (seconds); and XDG_RUNTIME_DIR.
Ways ways_of_environment();

/// The words of a command, at blanks.
std::vector<std::string> words_of(const std::string& command);

/// The program that reaches it by ssh, and its arguments. `options`: further ones of ssh.
std::vector<std::string> command_to(const Destination& destination, const Ways& ways,
                                    const std::vector<std::string>& options = {});

}  // namespace weft::remote

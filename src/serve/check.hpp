// SPDX-License-Identifier: BSD-3-Clause
// Whether a server, whoever has written it, keeps docs/remote-protocol.md: rules, each of which is
// tried over sessions of its own, frame by frame. What this library's client would never send is
// sent, too.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "remote/dial.hpp"

namespace weft::serve {

/// A server, and a folder there that new files can be made in.
struct Checked {
    /// One more connection to it. `session`: the one to go on with; its name is 0 for a new one.
    std::function<Result<remote::Wire>(const remote::SessionKey& session)> connect;
    /// The same to begin a session beside another one.
    std::function<Result<remote::Wire>(const remote::SessionTicket& ticket)> connect_beside =
        [](const remote::SessionTicket& ticket) {
            return remote::wire_beside(ticket, remote::Deadline(5));
        };
    std::string folder;
    double timeout_seconds = 10;     // for a frame that the server owes
    double kept_seconds = 30;        // that a session without a connection is kept for
    double greeting_seconds = 0;     // that a greeting may take over TCP; 0: this is none
    std::size_t most_locks = 65536;  // of one session
};

struct Verdict {
    std::string rule;       // what must hold
    std::string deviation;  // what was found instead; "": it holds
};

/// `told`: each verdict, as soon as it is known. `only`: a part of the rules' names; "" for all.
/// `einval`: there is no such rule. Files that it has made are removed.
Status check_server(const Checked& server, const std::string& only,
                    const std::function<void(const Verdict&)>& told);

}  // namespace weft::serve

// SPDX-License-Identifier: BSD-3-Clause
// Checks whether a server follows docs/remote-protocol.md: each rule is tried over sessions of its
// own, frame by frame, also with frames that this library's client never sends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "remote/dial.hpp"
#include "remote/messages.hpp"
#include "remote/session_ticket.hpp"

namespace weft::protocol {

/// A server, and a folder of the server in which new files can be made.
struct Checked {
    /// Makes one more connection. `session`: the session to resume; the name 0 begins a new one.
    std::function<Result<remote::Wire>(const remote::SessionKey& session)> connect;
    /// The same to begin a sibling session.
    std::function<Result<remote::Wire>(const remote::SessionTicket& ticket)> connect_beside =
        [](const remote::SessionTicket& ticket) {
            return remote::wire_beside(ticket, remote::Deadline(5));
        };
    std::string folder;
    double timeout_seconds = 10;     // for a frame that the server must send
    double kept_seconds = 30;        // for which a session without a connection is kept
    double greeting_seconds = 0;     // for a greeting over TCP; 0: the connections are not TCP
    std::size_t most_locks = 65536;  // of one session
};

enum class Verdict : std::uint8_t { holds, broken, not_tried };

struct RuleResult {
    std::string rule;  // a sentence: what must hold
    Verdict verdict{};
    std::string reason;  // what was found instead, or why it was not tried
};

/// Calls `told` for each result as soon as it is known. `only`: a part of the rules' names; "" for
/// all. `einval`: no rule has that part in its name. Removes the files that it has made.
Status check(const Checked& server, const std::string& only,
             const std::function<void(const RuleResult&)>& told);

}  // namespace weft::protocol

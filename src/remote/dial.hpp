// SPDX-License-Identifier: BSD-3-Clause
// How connections to a server are made.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "remote/child.hpp"
#include "remote/connection.hpp"
#include "remote/messages.hpp"
#include "remote/retry_policy.hpp"
#include "remote/session_ticket.hpp"
#include "remote/tcp.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

struct Dialed {
    // What carries it, where that is a program, is ended after it.
    std::unique_ptr<Child> child;
    std::unique_ptr<Connection> connection;
    Welcome welcome;             // once both have greeted each other
    bool is_direct = false;      // and not through a program
    Endpoint streams;            // where others can be made directly; no host: nowhere
    bool is_shared = false;      // goes through another process's ssh
    std::string shared_login{};  // by whom others of this machine can go; "": by nobody
};

/// A connection before anybody has greeted, and what carries it, where that is a program.
struct Wire {
    std::unique_ptr<Child> child;
    std::unique_ptr<Transport> transport;
};

/// `session`: the one to go on with; its name is 0 for a new one.
Result<Wire> wire_to(const Destination& destination, const Ways& ways, const SessionKey& session,
                     const Deadline& deadline);

/// The same to begin a session beside the one of the ticket.
Result<Wire> wire_beside(const SessionTicket& ticket, const Deadline& deadline);

/// Makes a connection and greets. What the code of a failure means is in retry_policy.hpp; `eperm`:
/// the server refuses, or is none.
using Dialer =
    std::function<Result<Dialed>(const Hello& hello, ConnectionId id, const Deadline& deadline)>;

/// Begins to make one more connection of the session that hello names, and waits for nothing: the
/// greeting is the first that it has to send. `streams`: as the first connection has it; no host:
/// not directly, but as the first one was made.
using Joiner =
    std::function<Result<Dialed>(const Hello& hello, ConnectionId id, const Endpoint& streams)>;

struct Routes {
    Dialer dial;
    Joiner join;  // null: there is but one connection at a time
};

/// The usual ones: "ssh" starts a command, whose words are in the sentence of a failure; "weft"
/// connects over TCP with a token.
Result<Routes> routes_to(const Destination& destination, const Ways& ways);

/// Begins a session beside the one of the ticket.
Result<Dialed> dial_beside(const SessionTicket& ticket, const Hello& hello, ConnectionId id,
                           const Deadline& deadline);

/// The same by whatever way the ticket names and goes.
Result<Dialed> dial_with_ticket(const Destination& destination, const Ways& ways,
                                const SessionTicket& ticket, const Hello& hello, ConnectionId id,
                                const Deadline& deadline);

/// Greets over a transport, which `child` carries, if it is not null. `place`: for sentences.
Result<Dialed> greet_over(std::unique_ptr<Transport> transport, std::unique_ptr<Child> child,
                          const std::string& place, const Hello& hello, ConnectionId id,
                          const Deadline& deadline);

/// A connection that has a greeting to send.
Dialed about_to_greet(std::unique_ptr<Transport> transport, const Hello& hello, ConnectionId id);

/// Begins to make one more connection of a session, over TCP, under TLS.
Result<Dialed> join_directly(const Hello& hello, ConnectionId id, const Endpoint& streams);

/// What a server's first frame says. `eperm`: it refuses, or is none.
Result<Welcome> answer_in(const std::string& place, const Frame& frame);

}  // namespace weft::remote

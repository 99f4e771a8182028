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
    // The program that carries the connection, if one does; ends after the connection.
    std::unique_ptr<Child> child;
    std::unique_ptr<Connection> connection;
    Welcome welcome;         // when the greeting is over
    bool is_direct = false;  // not through a program
    Endpoint streams;        // where others can be made directly; no host: they cannot
    bool is_shared = false;  // goes through the ssh of another process
    std::string
        shared_login{};  // the socket that other processes of this machine can use; "": none
};

/// A connection before the greeting, and the program that carries it, if one does.
struct Wire {
    std::unique_ptr<Child> child;
    std::unique_ptr<Transport> transport;
};

/// `session`: the session to resume; the name 0 begins a new one.
Result<Wire> wire_to(const Destination& destination, const Ways& ways, const SessionKey& session,
                     const Deadline& deadline);

/// The same to begin a sibling of the session that gave the ticket.
Result<Wire> wire_beside(const SessionTicket& ticket, const Deadline& deadline);

/// Makes a connection and greets. retry_policy.hpp says what the code of a failure means; `eperm`:
/// the server refuses, or is not a Weft server.
using Dialer =
    std::function<Result<Dialed>(const Hello& hello, ConnectionId id, const Deadline& deadline)>;

/// Begins one more connection of the session in `hello`, without waiting: the greeting is the first
/// frame in its queue. `streams`: the address from the first connection; no host: connect as the
/// first connection did.
using Joiner =
    std::function<Result<Dialed>(const Hello& hello, ConnectionId id, const Endpoint& streams)>;

struct Routes {
    Dialer dial;
    Joiner join;  // null: a session has one connection at a time
};

/// The default routes: "ssh" starts a command, whose output is in the message of a failure; "weft"
/// connects over TCP with a token.
Result<Routes> routes_to(const Destination& destination, const Ways& ways);

/// Begins a sibling of the session that gave the ticket.
Result<Dialed> dial_beside(const SessionTicket& ticket, const Hello& hello, ConnectionId id,
                           const Deadline& deadline);

/// The same over the first address of the ticket that can be reached.
Result<Dialed> dial_with_ticket(const Destination& destination, const Ways& ways,
                                const SessionTicket& ticket, const Hello& hello, ConnectionId id,
                                const Deadline& deadline);

/// Greets over a transport, which `child` carries, unless it is null. `place`: for error texts.
Result<Dialed> greet_over(std::unique_ptr<Transport> transport, std::unique_ptr<Child> child,
                          const std::string& place, const Hello& hello, ConnectionId id,
                          const Deadline& deadline);

/// A connection with a greeting in its queue.
Dialed about_to_greet(std::unique_ptr<Transport> transport, const Hello& hello, ConnectionId id);

/// Begins to make one more connection of a session, over TCP, under TLS.
Result<Dialed> join_directly(const Hello& hello, ConnectionId id, const Endpoint& streams);

/// The welcome in a server's first frame. `eperm`: the server refuses, or is not a Weft server.
Result<Welcome> answer_in(const std::string& place, const Frame& frame);

}  // namespace weft::remote

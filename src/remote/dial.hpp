// SPDX-License-Identifier: BSD-3-Clause
// A connection to a server, as far as both have greeted each other.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "remote/child.hpp"
#include "remote/connection.hpp"
#include "remote/messages.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

struct Dialed {
    // What carries it, where that is a program, is ended after it.
    std::unique_ptr<Child> child;
    std::unique_ptr<Connection> connection;
    Welcome welcome;
};

/// Makes a connection and greets. `eperm`: the server refuses, and another attempt would find the
/// same; all other failures are of the way to it.
using Dialer = std::function<Result<Dialed>(const Hello& hello, ConnectionId id, double seconds)>;

/// The usual one: starts the command. A failure's sentence has what the command has said.
Dialer dialer_to(const Destination& destination, const Ways& ways);

/// Greets over a transport, which `child` carries, if it is not null. `place`: for sentences.
Result<Dialed> greet_over(std::unique_ptr<Transport> transport, std::unique_ptr<Child> child,
                          const std::string& place, const Hello& hello, ConnectionId id,
                          double seconds);

}  // namespace weft::remote

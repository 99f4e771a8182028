// SPDX-License-Identifier: BSD-3-Clause
// A connection to a server, as far as both have greeted each other.
#pragma once

#include <memory>

#include "remote/child.hpp"
#include "remote/connection.hpp"
#include "remote/messages.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

struct Dialed {
    // What carries it is ended after it.
    std::unique_ptr<Child> child;
    std::unique_ptr<Connection> connection;
    Welcome welcome;
};

/// `eperm`: the server refuses, and another attempt would find the same; all other failures are of
/// the way to it. The sentence has what the command has said.
Result<Dialed> dial(const Destination& destination, const Ways& ways, const Hello& hello,
                    ConnectionId id, double patience_seconds);

}  // namespace weft::remote

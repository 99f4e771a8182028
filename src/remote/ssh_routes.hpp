// SPDX-License-Identifier: BSD-3-Clause
// Connections that a command carries, usually ssh.
#pragma once

#include <string>
#include <vector>

#include "remote/dial.hpp"

namespace weft::remote {

/// `options`: more options of ssh.
Result<Wire> start_command(const Destination& destination, const Ways& ways,
                           const std::vector<std::string>& options = {});

/// The same, and greets.
Result<Dialed> greet_by_command(const Destination& destination, const Ways& ways,
                                const std::vector<std::string>& options, const Hello& hello,
                                ConnectionId id, const Deadline& deadline);

/// Routes on which each connection is a login; more connections are made directly if possible.
Routes routes_by_ssh(const Destination& destination, const Ways& ways);

}  // namespace weft::remote

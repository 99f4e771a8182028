// SPDX-License-Identifier: BSD-3-Clause
// Sockets over TCP.
#pragma once

#include <string>

#include "base/result.hpp"
#include "remote/deadline.hpp"
#include "remote/transport.hpp"

namespace weft::remote {

/// Host and port, as names or numbers.
struct Endpoint {
    std::string host;
    std::string port;
};

/// "host:port", an IPv6 number in brackets.
std::string text_of(const Endpoint& place);

/// "HOST:PORT", "[HOST]:PORT" or ":PORT". `einval` for anything else.
Result<Endpoint> parse_endpoint(const std::string& text);

/// A socket that is being connected to the first address; it becomes writable when it is connected.
Result<OwnedFd> start_connecting(const Endpoint& place);
/// A socket to the first address that answers in time. Failures: `enoent` when the machine of the
/// last address refuses the connection, `eperm` when the host has no address, `efile` for all else.
Result<OwnedFd> connect_to(const Endpoint& place, const Deadline& deadline);

/// A listening socket; port "0": any free one; host "": all addresses of this machine.
Result<OwnedFd> listen_at(const Endpoint& place);
/// The next connection; closed when there is none.
OwnedFd accept_from(int listener);

/// The address of this end, and of the other end, in numbers.
Endpoint local_end(int socket);
Endpoint other_end(int socket);

}  // namespace weft::remote

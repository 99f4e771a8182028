// SPDX-License-Identifier: BSD-3-Clause
// Sockets over TCP.
#pragma once

#include <string>

#include "base/result.hpp"
#include "remote/deadline.hpp"
#include "remote/transport.hpp"

namespace weft::remote {

/// Names or numbers.
struct Endpoint {
    std::string host;
    std::string port;
};

/// "host:port", an IPv6 number in brackets.
std::string text_of(const Endpoint& place);

/// "HOST:PORT", "[HOST]:PORT" or ":PORT". `einval` for anything else.
Result<Endpoint> parse_endpoint(const std::string& text);

/// A socket that is being connected to the place's first address: it can be written to when it is.
Result<OwnedFd> start_connecting(const Endpoint& place);
/// The first of the place's addresses that answers in time. A failure: `enoent` where the last
/// one's machine says that nobody listens, `eperm` where the place has no address, `efile` for all
/// else.
Result<OwnedFd> connect_to(const Endpoint& place, const Deadline& deadline);

/// Listens; port "0" for any. `host` "" for all addresses of this machine.
Result<OwnedFd> listen_at(const Endpoint& place);
/// What arrives; none where nothing does.
OwnedFd accept_from(int listener);

/// This end's address, or the other's, in numbers.
Endpoint local_end(int socket);
Endpoint other_end(int socket);

}  // namespace weft::remote

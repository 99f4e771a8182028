// SPDX-License-Identifier: BSD-3-Clause
// The ticket that a process with a session over ssh gives to other processes of its program, so
// that they begin sibling sessions without a login of their own: at the same server, over TCP, or,
// on the same machine, through the ssh of the first (shared_login.hpp). A ticket is a secret; the
// program passes it on.
#pragma once

#include <algorithm>

#include "remote/preamble.hpp"
#include "remote/tcp.hpp"

namespace weft::remote {

struct SessionTicket {
    Endpoint place;             // no host: not over TCP
    std::uint64_t session = 0;  // the session that gave the ticket
    NamedKey key;
    std::string shared_login{};  // a local socket; "": not through a shared ssh
    // The shortest time of a request so far: the holder begins when the link is already busy.
    double round_trip_seconds = 1;
};

inline Body encoded(const SessionTicket& ticket) {
    Body body;
    FieldWriter write(body);
    write(ticket.place.host, ticket.place.port, ticket.session, ticket.key.name,
          ticket.shared_login, ticket.round_trip_seconds, Rest{ticket.key.key});
    return body;
}

/// `einval` for bytes that are not a ticket.
inline Result<SessionTicket> ticket_in(std::span<const std::byte> body) {
    SessionTicket ticket;
    Rest key;
    FieldReader read(body);
    read(ticket.place.host, ticket.place.port, ticket.session, ticket.key.name, ticket.shared_login,
         ticket.round_trip_seconds, key);
    if (!read.ok() || key.bytes.size() != ticket.key.key.size())
        return Status(Code::einval, "the bytes are not a ticket");
    std::ranges::copy(key.bytes, ticket.key.key.begin());
    return ticket;
}

}  // namespace weft::remote

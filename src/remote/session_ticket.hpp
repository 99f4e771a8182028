// SPDX-License-Identifier: BSD-3-Clause
// How a process whose session ssh has begun lets other processes of its program begin theirs
// without a login of their own: beside it, at the same server, over TCP; or, on its own machine,
// through its ssh (shared_login.hpp). It crosses what the processes talk over, and is a secret.
#pragma once

#include <algorithm>

#include "remote/preamble.hpp"
#include "remote/tcp.hpp"

namespace weft::remote {

struct SessionTicket {
    Endpoint place;             // no host: there is no such way
    std::uint64_t session = 0;  // beside this one
    NamedKey key;
    std::string shared_login{};  // a local socket; "": there is no such way
    // The shortest that a request has taken; who is invited begins when the link is busy already.
    double round_trip_seconds = 1;
};

inline Body encoded(const SessionTicket& ticket) {
    Body body;
    FieldWriter write(body);
    write(ticket.place.host, ticket.place.port, ticket.session, ticket.key.name,
          ticket.shared_login, ticket.round_trip_seconds, Rest{ticket.key.key});
    return body;
}

/// `einval` for bytes that are none.
inline Result<SessionTicket> ticket_in(std::span<const std::byte> body) {
    SessionTicket ticket;
    Rest key;
    FieldReader read(body);
    read(ticket.place.host, ticket.place.port, ticket.session, ticket.key.name, ticket.shared_login,
         ticket.round_trip_seconds, key);
    if (!read.ok() || key.bytes.size() != ticket.key.key.size())
        return Status(Code::einval, "this is no ticket");
    std::ranges::copy(key.bytes, ticket.key.key.begin());
    return ticket;
}

}  // namespace weft::remote

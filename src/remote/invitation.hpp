// SPDX-License-Identifier: BSD-3-Clause
// How a process whose session ssh has begun lets other processes of its program begin theirs
// without a login of their own: beside it, at the same server, over TCP; or, on its own machine,
// through its ssh (shared_login.hpp). It crosses what the processes talk over, and is a secret.
#pragma once

#include <algorithm>

#include "remote/preamble.hpp"
#include "remote/tcp.hpp"

namespace weft::remote {

struct Invitation {
    Endpoint place;             // no host: there is no such way
    std::uint64_t session = 0;  // beside this one
    NamedKey key;
    std::string shared_login{};  // a local socket; "": there is no such way
    // The shortest that a request has taken; who is invited begins when the link is busy already.
    double round_trip_seconds = 1;
};

inline Body encoded(const Invitation& invitation) {
    Body body;
    FieldWriter write(body);
    write(invitation.place.host, invitation.place.port, invitation.session, invitation.key.name,
          invitation.shared_login, invitation.round_trip_seconds, Rest{invitation.key.key});
    return body;
}

/// `einval` for bytes that are none.
inline Result<Invitation> invitation_in(std::span<const std::byte> body) {
    Invitation invitation;
    Rest key;
    FieldReader read(body);
    read(invitation.place.host, invitation.place.port, invitation.session, invitation.key.name,
         invitation.shared_login, invitation.round_trip_seconds, key);
    if (!read.ok() || key.bytes.size() != invitation.key.key.size())
        return Status(Code::einval, "this is no invitation");
    std::ranges::copy(key.bytes, invitation.key.key.begin());
    return invitation;
}

}  // namespace weft::remote

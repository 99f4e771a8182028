// SPDX-License-Identifier: BSD-3-Clause
// Sibling sessions.
#include <utility>

#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::FrameKind;

/// A session, and the ticket for its siblings.
struct First {
    Client client;
    remote::SessionTicket ticket;
};

First first_of(const Bench& bench) {
    Client client(bench.server);
    const remote::Welcome welcome = client.begin({.wants_streams = true});
    if (welcome.stream_host.empty())
        throw NotTried{"the server names no address for sibling sessions"};
    remote::SessionTicket ticket{{welcome.stream_host, welcome.stream_port},
                                 welcome.session.name,
                                 remote::sibling_key(welcome.session)};
    if (!bench.server.connect_beside(ticket).ok())
        throw NotTried{"the address for sibling sessions cannot be reached from here"};
    return {std::move(client), std::move(ticket)};
}

void begins_beside(const Bench& bench) {
    First first = first_of(bench);
    Client second(bench.server);
    second.connect_beside(first.ticket);
    const remote::SessionKey its = second.greet().session;
    const remote::SessionKey other = first.client.key();
    demand(its.name != 0 && its.name != other.name, "a sibling session has no name of its own");
    demand(its.secret_low != other.secret_low || its.secret_high != other.secret_high,
           "a sibling session has no secret of its own");
    second.open(1, bench.path, {.writable = true, .create = true});
    second.write(1, 0, "beside");
    first.client.put({FrameKind::goodbye, 0, first.client.received(), {}});
    demand(first.client.end().empty(), "the server refuses after goodbye");
    try {
        demand(second.read(1, 0, 6) == "beside", "a read returns other bytes than were written");
    } catch (const Deviation& deviation) {
        throw Deviation{"a session ends with its sibling: " + deviation.what};
    }
    second.cut();
    second.begin();
    demand(second.read(1, 0, 6) == "beside", "a file is lost when the client reconnects");
}

/// Tries to begin with this key. The server may refuse, or close the connection before that.
void expect_not_welcomed(Client& stranger, const remote::SessionTicket& ticket, bool joins,
                         const std::string& what) {
    try {
        stranger.connect_beside(ticket);
        stranger.greet({.joins = joins});
    } catch (const Deviation&) {
    }
    demand(!stranger.was_welcomed(), what);
}

void ticket_opens_nothing_else(const Bench& bench) {
    First first = first_of(bench);
    remote::SessionTicket guessed = first.ticket;
    guessed.key.key[0] ^= std::byte{1};
    Client stranger(bench.server);
    expect_not_welcomed(stranger, guessed, false, "a client with a wrong key begins a session");
    for (const bool joins : {false, true}) {
        Client holder(bench.server);
        holder.pose_as(first.client.key());
        expect_not_welcomed(holder, first.ticket, joins,
                            "the key for sibling sessions resumes the session");
    }
    first.client.ask(FrameKind::inspect, remote::OfPath{bench.path});
}

constexpr Rule beside_table[] = {
    {"A sibling session is independent of the first", begins_beside},
    {"The key for sibling sessions opens nothing else", ticket_opens_nothing_else},
};

}  // namespace

std::span<const Rule> beside_rules() {
    return beside_table;
}

}  // namespace weft::protocol

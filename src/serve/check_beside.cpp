// SPDX-License-Identifier: BSD-3-Clause
// Sessions that are begun beside another one. Nothing is tried where the server names no place for
// them, or one that cannot be reached from here.
#include <optional>
#include <utility>

#include "serve/check_rules.hpp"

namespace weft::serve {
namespace {

using remote::FrameKind;

/// A session, and how others are begun beside it.
struct First {
    CheckClient client;
    remote::SessionTicket ticket;
};

std::optional<First> first_of(const Bench& bench) {
    CheckClient client(bench.server);
    const remote::Welcome welcome = client.begin({.wants_streams = true});
    if (welcome.stream_host.empty()) return std::nullopt;
    remote::SessionTicket ticket{{welcome.stream_host, welcome.stream_port},
                                 welcome.session.name,
                                 remote::sibling_key(welcome.session)};
    if (!bench.server.connect_beside(ticket).ok()) return std::nullopt;
    return First{std::move(client), std::move(ticket)};
}

void begins_beside(const Bench& bench) {
    auto first = first_of(bench);
    if (!first) return;
    CheckClient second(bench.server);
    second.connect_beside(first->ticket);
    const remote::SessionKey its = second.greet().session;
    const remote::SessionKey other = first->client.key();
    demand(its.name != 0 && its.name != other.name,
           "a session beside another one has no name of its own");
    demand(its.secret_low != other.secret_low || its.secret_high != other.secret_high,
           "a session beside another one has no secret of its own");
    second.open(1, bench.path, {.writable = true, .create = true});
    second.write(1, 0, "beside");
    first->client.put({FrameKind::goodbye, 0, first->client.received(), {}});
    demand(first->client.end().empty(), "a refusal after goodbye");
    try {
        demand(second.read(1, 0, 6) == "beside", "what is written is not what is read");
    } catch (const Deviation& deviation) {
        throw Deviation{"a session ends with the one that it was begun beside: " + deviation.what};
    }
    second.cut();
    second.begin();
    demand(second.read(1, 0, 6) == "beside", "a file is not the same after a cut");
}

/// Tries to begin with it; refused, or not even let in, are both right.
void expect_not_welcomed(CheckClient& stranger, const remote::SessionTicket& ticket, bool joins,
                         const std::string& what) {
    try {
        stranger.connect_beside(ticket);
        stranger.greet({.joins = joins});
    } catch (const Deviation&) {
    }
    demand(!stranger.was_welcomed(), what);
}

void ticket_opens_nothing_else(const Bench& bench) {
    auto first = first_of(bench);
    if (!first) return;
    remote::SessionTicket guessed = first->ticket;
    guessed.key.key[0] ^= std::byte{1};
    CheckClient stranger(bench.server);
    expect_not_welcomed(stranger, guessed, false, "who has another key begins a session");
    for (const bool joins : {false, true}) {
        CheckClient stranger(bench.server);
        stranger.pose_as(first->client.key());
        expect_not_welcomed(stranger, first->ticket, joins,
                            "the key for sessions beside one lets others go on with it");
    }
    first->client.ask(FrameKind::inspect, remote::OfPath{bench.path});
}

constexpr Rule beside_table[] = {
    {"A session that is begun beside another one is its own", begins_beside},
    {"The key for sessions beside one is good for nothing else", ticket_opens_nothing_else},
};

}  // namespace

std::span<const Rule> beside_rules() {
    return beside_table;
}

}  // namespace weft::serve

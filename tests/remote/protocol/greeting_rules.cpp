// SPDX-License-Identifier: BSD-3-Clause
// Greetings, and sessions that are resumed over other connections.
#include <utility>

#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::FrameKind;
using remote::Hello;

void welcomes(const Bench& bench) {
    Client client(bench.server);
    const remote::Welcome welcome = client.begin();
    demand(welcome.version == remote::protocol_version,
           "welcome has a version that was not offered");
    demand((welcome.features & ~remote::known_features) == 0,
           "welcome has features that this version does not know");
    demand(welcome.session.name != 0, "a session has no name");
    demand((welcome.session.secret_high | welcome.session.secret_low) != 0,
           "a session has no secret");
    demand(welcome.received == 0, "welcome acknowledges frames before any was sent");
}

void chooses_a_version(const Bench& bench) {
    Client client(bench.server);
    const auto welcome = client.begin({.oldest_version = 1, .newest_version = 9});
    demand(welcome.version == remote::protocol_version,
           "the server does not choose version 2 from 1 to 9");
}

/// Sends a hello with these fields, and perhaps more bytes, which the server must refuse.
void expect_hello_refused(const Bench& bench, const Hello& hello, std::size_t more,
                          const std::string& what, bool in_words) {
    Client client(bench.server);
    client.connect();
    remote::Body body = remote::encoded(hello);
    body.resize(body.size() + more);
    try {
        client.put({FrameKind::hello, 0, 0, std::move(body)});
    } catch (const Deviation&) {
        // The server closed the connection before it read the whole hello.
        if (in_words) throw;
    }
    try {
        if (in_words)
            client.expect_refusal(what);
        else
            client.end();
    } catch (const Deviation&) {
        demand(!client.was_welcomed(), what + " is welcomed");
        throw;
    }
    demand(!client.was_welcomed(), what + " is welcomed");
}

void refuses_versions(const Bench& bench) {
    expect_hello_refused(bench, {.oldest_version = 3, .newest_version = 9}, 0, "a newer client",
                         true);
    expect_hello_refused(bench, {.oldest_version = 0, .newest_version = 1}, 0, "an older client",
                         true);
}

void refuses_features(const Bench& bench) {
    expect_hello_refused(bench, {.required_features = std::uint64_t{1} << 63}, 0,
                         "a client that requires an unknown feature", true);
}

void refuses_odd_greetings(const Bench& bench) {
    expect_hello_refused(bench, {.magic = 0x54464556}, 0, "a hello with a wrong magic number",
                         false);
    expect_hello_refused(bench, {}, 1, "a hello that is a byte too long", false);
    expect_hello_refused(bench, {}, remote::most_greeting_bytes, "a hello of more than 4096 bytes",
                         false);
}

void refuses_strangers(const Bench& bench) {
    Client owner = bench.session();
    for (const bool joins : {false, true}) {
        remote::SessionKey guessed = owner.key();
        guessed.secret_low ^= 1;
        Client stranger(bench.server);
        stranger.pose_as(guessed);
        try {
            stranger.begin({.joins = joins});
        } catch (const Deviation&) {
            // The server may refuse, or close the connection before that.
        }
        demand(!stranger.was_welcomed(), "a client without the secret resumes a session");
    }
    owner.ask(FrameKind::inspect, remote::OfPath{bench.path});
}

void comes_back(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "before");
    client.ask(FrameKind::sync, remote::OfFile{1});
    client.cut();
    const remote::Welcome welcome = client.begin();
    demand(welcome.received == client.last_sent(), "received is not the number of the last frame");
    demand(client.read(1, 0, 6) == "before", "an open file is lost when the client reconnects");
}

/// The second of two requests is lost with the connection, and so are the answers under way.
void sends_again(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "abcdef");
    client.wait_for_written(client.last_sent());
    const auto request = client.send(FrameKind::read, remote::OfRange{1, 0, 6});
    client.cut();
    const auto welcome = client.begin();
    demand(welcome.received + 1 >= request && welcome.received <= request,
           "received is neither the number of the last frame nor that of the one before");
    if (welcome.received < request)
        client.put({FrameKind::read, request, client.received(),
                    remote::encoded(remote::OfRange{1, 0, 6})});
    demand(client.reply(request).data.size() == 6, "an answer is lost with a connection");
}

void joins(const Bench& bench) {
    Client client = bench.session_with_file();
    client.begin({.joins = true});
    client.write(1, 0, "joined");
    demand(client.read(1, 0, 6) == "joined", "a read returns other bytes than were written");
    demand(client.connections() == 2, "the other connections do not stay when one joins");
    client.begin();
    client.wait_for_connections(1);
    demand(client.read(1, 0, 6) == "joined", "a session is lost when its client reconnects");
}

void ends_after_goodbye(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "last words");
    client.put({FrameKind::goodbye, 0, client.received(), {}});
    demand(client.end().empty(), "the server refuses after goodbye");
    demand(bench.session_with_file().read(1, 0, 10) == "last words",
           "a request before goodbye is not finished");
}

constexpr Rule greeting_table[] = {
    {"A hello of version 2 is welcomed, with a new session", welcomes},
    {"Of several versions the server takes one that it speaks", chooses_a_version},
    {"Unknown versions are refused with a reason", refuses_versions},
    {"Unknown required features are refused with a reason", refuses_features},
    {"Malformed and overlong greetings are not welcomed", refuses_odd_greetings},
    {"Only a client with the secret resumes a session", refuses_strangers},
    {"A session goes on over a new connection, with its files", comes_back},
    {"What was lost with a connection is sent again", sends_again},
    {"A connection joins a session, or takes the place of all others", joins},
    {"After goodbye the server finishes and ends", ends_after_goodbye},
};

}  // namespace

std::span<const Rule> greeting_rules() {
    return greeting_table;
}

}  // namespace weft::protocol

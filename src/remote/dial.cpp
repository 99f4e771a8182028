// SPDX-License-Identifier: BSD-3-Clause
#include "remote/dial.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "remote/preamble.hpp"
#include "remote/shared_login.hpp"
#include "remote/ssh_routes.hpp"
#include "remote/ssh_words.hpp"
#include "remote/tokens.hpp"

namespace weft::remote {
namespace {

/// The time to reach a port of a ticket: one that is not reachable may not even answer.
constexpr double beside_seconds = 2;
/// The same for a near server, which can also be reached through a shared login.
constexpr double near_beside_seconds = 0.5;
/// The time to go through a shared login, whose connection may be lost.
constexpr double sharing_seconds = 5;

/// The part of the timeout that one attempt over TCP may take. A connection that has lost a packet
/// or two may answer later than a new one.
double attempt_seconds(const Ways& ways) {
    constexpr double part = 0.4;
    constexpr double least = 1;
    return std::max(part * ways.timeout_seconds, std::min(ways.timeout_seconds, least));
}

Status no_answer(const std::string& place, const Status& why, Child* child) {
    const std::string words = child == nullptr ? "" : child->last_words();
    if (why.code() == Code::eperm) return {Code::eperm, place + ": " + why.context()};
    const Code code = child == nullptr ? why.code() : meaning_of_ssh(words);
    return {code, place + ": no Weft server answers: " + why.context() +
                      (words.empty() ? "" : "; the command prints: " + words)};
}

/// Another attempt will not help.
Status no_frame(const std::string& place, const Status& why) {
    return {Code::eperm, place + ": the answer is not that of a Weft server: " + why.context()};
}

/// Waits until the connection or the child's standard error is readable.
void wait(const Connection& connection, Child* child, const Deadline& deadline) {
    std::array<struct pollfd, 3> waits{
        {{connection.transport().in(), POLLIN, 0},
         {child == nullptr ? -1 : child->complaints(), POLLIN, 0},
         {connection.wants_to_send(nullptr) ? connection.transport().out() : -1, POLLOUT, 0}}};
    deadline.await(waits);
    if (waits[1].revents != 0) child->listen();
}

}  // namespace

Result<Welcome> answer_in(const std::string& place, const Frame& frame) {
    if (frame.kind == FrameKind::refusal) {
        const auto refusal = decoded<Refusal>(frame.body);
        return Status(Code::eperm, place + ": the server refuses: " +
                                       (refusal.ok() ? refusal.value().sentence : ""));
    }
    if (frame.kind != FrameKind::welcome)
        return Status(Code::eperm, place + ": the answer is not that of a Weft server");
    auto welcome = decoded<Welcome>(frame.body);
    if (!welcome.ok() || welcome.value().version != protocol_version)
        return Status(Code::eperm,
                      place + ": the server answers with a version that was not offered");
    return welcome;
}

Dialed about_to_greet(std::unique_ptr<Transport> transport, const Hello& hello, ConnectionId id) {
    Dialed dialed;
    dialed.connection = std::make_unique<Connection>(id, std::move(transport), most_greeting_bytes);
    dialed.connection->post(FrameKind::hello, encoded(hello));
    return dialed;
}

Result<Dialed> greet_over(std::unique_ptr<Transport> transport, std::unique_ptr<Child> child,
                          const std::string& place, const Hello& hello, ConnectionId id,
                          const Deadline& deadline) {
    Dialed dialed = about_to_greet(std::move(transport), hello, id);
    dialed.child = std::move(child);
    Connection& connection = *dialed.connection;
    for (;;) {
        if (Status sent = connection.send(nullptr); !sent.ok())
            return no_answer(place, sent, dialed.child.get());
        const auto got = connection.receive();
        if (!got.ok()) return no_answer(place, got.status(), dialed.child.get());
        auto frame = connection.next();
        if (!frame.ok()) return no_frame(place, frame.status());
        if (frame.value()) {
            auto welcome = answer_in(place, *frame.value());
            if (!welcome.ok()) return welcome.status();
            dialed.welcome = std::move(welcome).value();
            dialed.streams = {dialed.welcome.stream_host, dialed.welcome.stream_port};
            connection.allow(most_body_bytes);
            return dialed;
        }
        if (deadline.is_over())
            return no_answer(place, {Code::efile, "nothing has come in time"}, dialed.child.get());
        if (!got.value()) wait(connection, dialed.child.get(), deadline);
    }
}

Result<Dialed> join_directly(const Hello& hello, ConnectionId id, const Endpoint& streams) {
    auto socket = start_connecting(streams);
    if (!socket.ok()) return socket.status();
    auto transport = TlsTransport::client(std::move(socket).value(), stream_key(hello.session),
                                          preamble_of(hello.session.name));
    if (!transport.ok()) return transport.status();
    Dialed dialed = about_to_greet(std::move(transport).value(), hello, id);
    dialed.is_direct = true;
    return dialed;
}

namespace {

/// The first connection of a session uses the token's key; connections in its place use the
/// session's own key.
Result<Wire> connect_with_token(const Destination& destination, const Ways& ways,
                                const SessionKey& session, const Deadline& deadline) {
    NamedKey key = stream_key(session);
    if (session.name == 0) {
        const auto tokens = read_tokens(ways.tokens);
        if (!tokens.ok()) return Status(Code::eperm, tokens.status().context());
        const auto token = token_for(tokens.value(), destination);
        if (!token.ok()) return token.status();
        key = token.value().key;
    }
    const Endpoint place{destination.host,
                         destination.port.empty() ? usual_port : destination.port};
    auto socket = connect_to(place, deadline);
    if (!socket.ok()) return no_answer(destination.name(), socket.status(), nullptr);
    auto transport =
        TlsTransport::client(std::move(socket).value(), key, preamble_of(session.name));
    if (!transport.ok()) return transport.status();
    return Wire{nullptr, std::move(transport).value()};
}

Result<Dialed> dial_with_token(const Destination& destination, const Ways& ways, const Hello& hello,
                               ConnectionId id, const Deadline& deadline) {
    const Deadline attempt = deadline.at_most(attempt_seconds(ways));
    auto wire = connect_with_token(destination, ways, hello.session, attempt);
    if (!wire.ok()) return wire.status();
    const Endpoint other = other_end(wire.value().transport->in());
    auto dialed = greet_over(std::move(wire.value().transport), nullptr, destination.name(), hello,
                             id, attempt);
    if (!dialed.ok()) return dialed;
    dialed.value().is_direct = true;
    dialed.value().streams = other;
    return dialed;
}

}  // namespace

Result<Wire> wire_beside(const SessionTicket& ticket, const Deadline& deadline) {
    auto socket = connect_to(ticket.place, deadline);
    if (!socket.ok()) return socket.status();
    auto transport =
        TlsTransport::client(std::move(socket).value(), ticket.key, preamble_of(ticket.session));
    if (!transport.ok()) return transport.status();
    return Wire{nullptr, std::move(transport).value()};
}

Result<Dialed> dial_beside(const SessionTicket& ticket, const Hello& hello, ConnectionId id,
                           const Deadline& deadline) {
    auto wire = wire_beside(ticket, deadline);
    if (!wire.ok()) return wire.status();
    auto dialed = greet_over(std::move(wire.value().transport), nullptr, text_of(ticket.place),
                             hello, id, deadline);
    if (dialed.ok()) dialed.value().is_direct = true;
    return dialed;
}

Result<Dialed> dial_with_ticket(const Destination& destination, const Ways& ways,
                                const SessionTicket& ticket, const Hello& hello, ConnectionId id,
                                const Deadline& deadline) {
    const bool is_shared = is_shared_at(ticket.shared_login);
    if (!ticket.place.host.empty()) {
        const double seconds = is_shared ? near_beside_seconds : beside_seconds;
        auto dialed = dial_beside(ticket, hello, id, deadline.at_most(seconds));
        if (dialed.ok()) return dialed;
    }
    if (!is_shared) return Status(Code::efile, "no address of the ticket can be reached");
    auto dialed = greet_by_command(destination, ways, words_through(ticket.shared_login), hello, id,
                                   deadline.at_most(sharing_seconds));
    if (dialed.ok()) dialed.value().is_shared = true;
    return dialed;
}

namespace {

Status no_way(const Destination& destination) {
    return {Code::einval,
            destination.name() + ": Weft cannot reach files by \"" + destination.scheme + "://\""};
}

}  // namespace

Result<Wire> wire_to(const Destination& destination, const Ways& ways, const SessionKey& session,
                     const Deadline& deadline) {
    if (destination.scheme == "ssh") return start_command(destination, ways);
    if (destination.scheme != "weft") return no_way(destination);
    return connect_with_token(destination, ways, session, deadline);
}

Result<Routes> routes_to(const Destination& destination, const Ways& ways) {
    if (destination.scheme == "ssh") return routes_by_ssh(destination, ways);
    if (destination.scheme != "weft") return no_way(destination);
    Routes routes;
    routes.dial = [=](const Hello& hello, ConnectionId id, const Deadline& deadline) {
        return dial_with_token(destination, ways, hello, id, deadline);
    };
    routes.join = join_directly;
    return routes;
}

}  // namespace weft::remote

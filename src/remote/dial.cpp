// SPDX-License-Identifier: BSD-3-Clause
#include "remote/dial.hpp"

#include "remote/preamble.hpp"
#include "remote/shared_login.hpp"
#include "remote/ssh_settings.hpp"
#include "remote/tokens.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace weft::remote {
namespace {

/// A port that nobody can get at may not even say so.
constexpr double beside_seconds = 2;
/// Of a server that is near, by which there is another way.
constexpr double near_beside_seconds = 0.5;
/// A connection that others have may be a lost one.
constexpr double sharing_seconds = 5;

Status no_answer(const std::string& place, const Status& why, Child* child) {
    const std::string words = child == nullptr ? "" : child->last_words();
    if (why.code() == Code::eperm) return {Code::eperm, place + ": " + why.context()};
    return {Code::efile, place + ": no Weft server answers: " + why.context() +
                             (words.empty() ? "" : "; the command says: " + words)};
}

/// Waits for what the connection, or the child's complaints, have to say.
void wait(const Connection& connection, Child* child, const Patience& patience) {
    std::array<struct pollfd, 3> waits{
        {{connection.transport().in(), POLLIN, 0},
         {child == nullptr ? -1 : child->complaints(), POLLIN, 0},
         {connection.wants_to_send(nullptr) ? connection.transport().out() : -1, POLLOUT, 0}}};
    patience.await(waits);
    if (waits[1].revents != 0) child->listen();
}

}  // namespace

Result<Welcome> answer_in(const std::string& place, const Frame& frame) {
    if (frame.kind == Kind::refusal) {
        const auto refusal = decoded<Refusal>(frame.body);
        return Status(Code::eperm, place + ": the server refuses: " +
                                       (refusal.ok() ? refusal.value().sentence : ""));
    }
    if (frame.kind != Kind::welcome)
        return Status(Code::eperm, place + ": what answers is not a Weft server");
    auto welcome = decoded<Welcome>(frame.body);
    if (!welcome.ok() || welcome.value().version != protocol_version)
        return Status(Code::eperm,
                      place + ": the server answers in a version that was not offered");
    return welcome;
}

Dialed about_to_greet(std::unique_ptr<Transport> transport, const Hello& hello, ConnectionId id) {
    Dialed dialed;
    dialed.connection = std::make_unique<Connection>(id, std::move(transport), most_greeting_bytes);
    dialed.connection->post(Kind::hello, encoded(hello));
    return dialed;
}

Result<Dialed> greet_over(std::unique_ptr<Transport> transport, std::unique_ptr<Child> child,
                          const std::string& place, const Hello& hello, ConnectionId id,
                          const Patience& patience) {
    Dialed dialed = about_to_greet(std::move(transport), hello, id);
    dialed.child = std::move(child);
    Connection& connection = *dialed.connection;
    for (;;) {
        if (Status sent = connection.send(nullptr); !sent.ok())
            return no_answer(place, sent, dialed.child.get());
        const auto got = connection.receive();
        if (!got.ok()) return no_answer(place, got.status(), dialed.child.get());
        auto frame = connection.next();
        if (!frame.ok()) return no_answer(place, frame.status(), dialed.child.get());
        if (frame.value()) {
            auto welcome = answer_in(place, *frame.value());
            if (!welcome.ok()) return welcome.status();
            dialed.welcome = std::move(welcome).value();
            dialed.streams = {dialed.welcome.stream_host, dialed.welcome.stream_port};
            connection.allow(most_body_bytes);
            return dialed;
        }
        if (patience.is_over())
            return no_answer(place, {Code::efile, "nothing has come in time"}, dialed.child.get());
        if (!got.value()) wait(connection, dialed.child.get(), patience);
    }
}

namespace {

/// Where further connections are made directly; over TCP, under TLS.
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

Result<Wire> start_command(const Destination& destination, const Ways& ways,
                           const std::vector<std::string>& options = {}) {
    auto child = Child::start(command_to(destination, ways, options));
    if (!child.ok())
        return Status(child.code(), destination.name() + ": " + child.status().context());
    auto transport = std::make_unique<FdTransport>(child.value()->take_socket());
    return Wire{std::move(child).value(), std::move(transport)};
}

Result<Dialed> greet_by_command(const Destination& destination, const Ways& ways,
                                const std::vector<std::string>& options, const Hello& hello,
                                ConnectionId id, const Patience& patience) {
    auto started = start_command(destination, ways, options);
    if (!started.ok()) return started.status();
    return greet_over(std::move(started.value().transport), std::move(started.value().child),
                      destination.name(), hello, id, patience);
}

/// The logins of a session.
class Logins {
public:
    Logins(Destination destination, Ways ways)
        : destination_(std::move(destination)), ways_(std::move(ways)) {}

    /// A session's first connection is one that others of this machine can share. One in place of a
    /// lost one is not: who knows what has become of those who shared that.
    Result<Dialed> first(const Hello& hello, ConnectionId id, const Patience& patience) {
        ask(patience);
        const std::string socket =
            ways_.shares_login && hello.session.name == 0 ? socket_to_share(settings_, ways_) : "";
        if (socket.empty())
            return greet_by_command(destination_, ways_, cipher_, hello, id, patience);
        std::vector<std::string> options = words_to_share(socket);
        options.insert(options.end(), cipher_.begin(), cipher_.end());
        auto dialed = greet_by_command(destination_, ways_, options, hello, id, patience);
        if (!dialed.ok()) return dialed;
        dialed.value().shared_login = socket;
        dialed.value().child->remove_in_the_end(socket);
        return dialed;
    }

    Result<Dialed> further(const Hello& hello, ConnectionId id) {
        ask(Patience(ways_.patience_seconds));
        std::vector<std::string> options = cipher_;
        // Who gets by with another's login has never been asked for a password.
        if (!ways_.shares_login && is_open_ssh(ways_))
            for (std::string& word : words_without_asking()) options.push_back(std::move(word));
        auto started = start_command(destination_, ways_, options);
        if (!started.ok()) return started.status();
        Dialed dialed = about_to_greet(std::move(started.value().transport), hello, id);
        dialed.child = std::move(started.value().child);
        return dialed;
    }

private:
    void ask(const Patience& patience) {
        std::call_once(asked_, [&] {
            settings_ = ssh_settings(destination_, ways_, patience);
            cipher_ = cipher_words(destination_, ways_, settings_, patience);
        });
    }

    const Destination destination_;
    const Ways ways_;
    std::once_flag asked_;
    std::string settings_;
    std::vector<std::string> cipher_;
};

Routes routes_by_ssh(const Destination& destination, const Ways& ways) {
    const auto logins = std::make_shared<Logins>(destination, ways);
    Routes routes;
    routes.dial = [=](const Hello& hello, ConnectionId id, const Patience& patience) {
        return logins->first(hello, id, patience);
    };
    routes.join = [=](const Hello& hello, ConnectionId id, const Endpoint& streams) {
        return streams.host.empty() ? logins->further(hello, id)
                                    : join_directly(hello, id, streams);
    };
    return routes;
}

/// A session's first connection is the token's; when it is lost, who comes back has the session's
/// own key.
Result<Wire> connect_with_token(const Destination& destination, const Ways& ways,
                                const SessionKey& session, const Patience& patience) {
    NamedKey key = stream_key(session);
    if (session.name == 0) {
        const auto tokens = read_tokens(ways.tokens);
        if (!tokens.ok()) return tokens.status();
        const auto token = token_for(tokens.value(), destination);
        if (!token.ok()) return token.status();
        key = token.value().key;
    }
    const Endpoint place{destination.host,
                         destination.port.empty() ? usual_port : destination.port};
    auto socket = connect_to(place, patience);
    if (!socket.ok()) return no_answer(destination.name(), socket.status(), nullptr);
    auto transport =
        TlsTransport::client(std::move(socket).value(), key, preamble_of(session.name));
    if (!transport.ok()) return transport.status();
    return Wire{nullptr, std::move(transport).value()};
}

Result<Dialed> dial_with_token(const Destination& destination, const Ways& ways, const Hello& hello,
                               ConnectionId id, const Patience& patience) {
    auto wire = connect_with_token(destination, ways, hello.session, patience);
    if (!wire.ok()) return wire.status();
    const Endpoint other = other_end(wire.value().transport->in());
    auto dialed = greet_over(std::move(wire.value().transport), nullptr, destination.name(), hello,
                             id, patience);
    if (!dialed.ok()) return dialed;
    dialed.value().is_direct = true;
    dialed.value().streams = other;
    return dialed;
}

}  // namespace

Result<Wire> wire_beside(const Invitation& invitation, const Patience& patience) {
    auto socket = connect_to(invitation.place, patience);
    if (!socket.ok()) return socket.status();
    auto transport = TlsTransport::client(std::move(socket).value(), invitation.key,
                                          preamble_of(invitation.session));
    if (!transport.ok()) return transport.status();
    return Wire{nullptr, std::move(transport).value()};
}

Result<Dialed> dial_beside(const Invitation& invitation, const Hello& hello, ConnectionId id,
                           const Patience& patience) {
    auto wire = wire_beside(invitation, patience);
    if (!wire.ok()) return wire.status();
    auto dialed = greet_over(std::move(wire.value().transport), nullptr, text_of(invitation.place),
                             hello, id, patience);
    if (dialed.ok()) dialed.value().is_direct = true;
    return dialed;
}

Result<Dialed> dial_invited(const Destination& destination, const Ways& ways,
                            const Invitation& invitation, const Hello& hello, ConnectionId id,
                            const Patience& patience) {
    const bool is_shared = is_shared_at(invitation.shared_login);
    if (!invitation.place.host.empty()) {
        const double seconds = is_shared ? near_beside_seconds : beside_seconds;
        auto dialed = dial_beside(invitation, hello, id, patience.at_most(seconds));
        if (dialed.ok()) return dialed;
    }
    if (!is_shared) return Status(Code::efile, "no way that was told of goes");
    auto dialed = greet_by_command(destination, ways, words_through(invitation.shared_login), hello,
                                   id, patience.at_most(sharing_seconds));
    if (dialed.ok()) dialed.value().is_shared = true;
    return dialed;
}

namespace {

Status no_way(const Destination& destination) {
    return {Code::einval,
            destination.name() + ": there is no way to \"" + destination.scheme + "://\""};
}

}  // namespace

Result<Wire> wire_to(const Destination& destination, const Ways& ways, const SessionKey& session,
                     const Patience& patience) {
    if (destination.scheme == "ssh") return start_command(destination, ways);
    if (destination.scheme != "weft") return no_way(destination);
    return connect_with_token(destination, ways, session, patience);
}

Result<Routes> routes_to(const Destination& destination, const Ways& ways) {
    if (destination.scheme == "ssh") return routes_by_ssh(destination, ways);
    if (destination.scheme != "weft") return no_way(destination);
    Routes routes;
    routes.dial = [=](const Hello& hello, ConnectionId id, const Patience& patience) {
        return dial_with_token(destination, ways, hello, id, patience);
    };
    routes.join = join_directly;
    return routes;
}

}  // namespace weft::remote

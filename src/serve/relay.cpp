// SPDX-License-Identifier: BSD-3-Clause
#include "serve/relay.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "remote/preamble.hpp"

namespace weft::serve {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{256} << 10;

bool is_for_later() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOTCONN;
}

/// Bytes that there must be before poll() tells of them.
void tell_from(int socket, int bytes) {
    ::setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
}

}  // namespace

Result<std::unique_ptr<Relay>> Relay::open(Rules rules) {
    auto listener = remote::listen_at(rules.at);
    if (!listener.ok()) return listener.status();
    return std::unique_ptr<Relay>(new Relay(std::move(rules), std::move(listener).value()));
}

/// What goes now. False: the connection is broken.
bool Relay::Way::move(int from, int to) {
    for (;;) {
        if (wants_to_read()) {
            bytes.resize(buffer_bytes);
            const ssize_t got = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (got < 0) return is_for_later();
            begin = 0;
            end = static_cast<std::size_t>(got);
            is_at_end = got == 0;
        }
        while (begin < end) {
            const ssize_t sent =
                ::send(to, &bytes[begin], end - begin, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent < 0) return is_for_later();
            begin += static_cast<std::size_t>(sent);
        }
        if (!is_at_end) continue;
        if (!std::exchange(is_closed, true)) ::shutdown(to, SHUT_WR);
        return true;
    }
}

void Relay::accept() {
    remote::OwnedFd client = remote::accept_from(listener_.get());
    if (client.get() < 0) return;
    tell_from(client.get(), remote::preamble_bytes);
    Pair& pair = pairs_.emplace_back();
    pair.client = std::move(client);
    pair.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(rules_.patience_seconds));
}

/// Connects to the server, when the client has shown that it speaks Weft's protocol. False: it does
/// not, or says nothing in time.
bool Relay::introduce(Pair& pair) {
    remote::Preamble preamble{};
    const ssize_t got =
        ::recv(pair.client.get(), preamble.data(), preamble.size(), MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && is_for_later()) return Clock::now() < pair.end;
    if (got != std::ssize(preamble)) return got > 0 && Clock::now() < pair.end;
    const std::string from = remote::text_of(remote::other_end(pair.client.get()));
    if (!remote::session_in(preamble)) {
        rules_.log(from + ": refused: what it says is not Weft's");
        return false;
    }
    tell_from(pair.client.get(), 1);
    auto server = remote::start_connecting(rules_.server);
    if (!server.ok()) {
        rules_.log(from + ": refused: " + server.status().context());
        return false;
    }
    pair.server = std::move(server).value();
    return true;
}

/// False: it is over.
bool Relay::move(Pair& pair) {
    if (pair.server.get() < 0) {
        if (!introduce(pair)) return false;
        if (pair.server.get() < 0) return true;
    }
    return pair.up.move(pair.client.get(), pair.server.get()) &&
           pair.down.move(pair.server.get(), pair.client.get()) &&
           !(pair.up.is_closed && pair.down.is_closed);
}

void Relay::run() {
    rules_.log(remote::text_of(place()) + ": relays to " + remote::text_of(rules_.server));
    for (;;) {
        const bool has_room = pairs_.size() < rules_.most_connections;
        std::vector<struct pollfd> waits{{has_room ? listener_.get() : -1, POLLIN, 0}};
        bool is_anonymous = false;
        for (const Pair& pair : pairs_) {
            const auto events = [](const Way& in, const Way& out) {
                return static_cast<short>((in.wants_to_read() ? POLLIN : 0) |
                                          (out.begin < out.end ? POLLOUT : 0));
            };
            is_anonymous = is_anonymous || pair.server.get() < 0;
            waits.push_back({pair.client.get(), events(pair.up, pair.down), 0});
            waits.push_back({pair.server.get(), events(pair.down, pair.up), 0});
        }
        ::poll(waits.data(), waits.size(), is_anonymous ? 500 : -1);
        std::erase_if(pairs_, [&](Pair& pair) { return !move(pair); });
        if (waits[0].revents != 0) accept();
    }
}

}  // namespace weft::serve

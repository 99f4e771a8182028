// SPDX-License-Identifier: BSD-3-Clause
#include "serve/pending_connections.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "serve/first_words.hpp"

namespace weft::serve {
namespace {

/// The longest first message of a handshake; ours have a few hundred bytes.
constexpr std::size_t most_hello_bytes = 8192;

}  // namespace

/// The first stranger, or the first of all if each has proved a key. All had their turn when the
/// last bytes came, and owe an answer (but for those whose session's process takes no more now).
std::list<PendingConnections::Pending>::const_iterator PendingConnections::who_goes() const {
    const auto stranger = std::ranges::find_if(pending_, [](const Pending& client) {
        return client.transport == nullptr || client.transport->peer().empty();
    });
    return stranger == pending_.end() ? pending_.begin() : stranger;
}

bool PendingConnections::has_room() const {
    return pending_.size() < rules_.most || Clock::now() >= who_goes()->came + time_to_answer;
}

bool PendingConnections::send_one_away() {
    if (pending_.empty()) return false;
    const auto goes = who_goes();
    sent_away_.push_back(goes->from);
    pending_.erase(goes);
    return true;
}

void PendingConnections::add(remote::OwnedFd socket, bool has_preamble) {
    if (pending_.size() >= rules_.most) send_one_away();
    Pending& client = pending_.emplace_back();
    client.from = remote::text_of(remote::other_end(socket.get()));
    client.came = Clock::now();
    client.end = client.came + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(rules_.timeout_seconds));
    client.socket = std::move(socket);
    if (!has_preamble) return;
    client.got = remote::preamble_bytes;
    client.is_ours = true;
}

void PendingConnections::list(std::vector<struct pollfd>& waits) const {
    for (const Pending& client : pending_) {
        const int fd = client.transport == nullptr ? client.socket.get() : client.transport->in();
        waits.push_back({fd, POLLIN, 0});
    }
}

/// Reads the preamble; returns whether it is complete.
Result<bool> PendingConnections::take_preamble(Pending& client) {
    while (client.got < remote::preamble_bytes) {
        const ssize_t got = ::recv(client.socket.get(), client.preamble.data() + client.got,
                                   remote::preamble_bytes - client.got, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
        if (got <= 0) return Status(Code::efile, "the client closed it without sending anything");
        client.got += static_cast<std::size_t>(got);
    }
    return true;
}

/// Whether the handshake begins like one of our clients. OpenSSL allocates the length that the
/// first message claims, which a stranger must not choose.
Result<bool> PendingConnections::look_at_handshake(Pending& client) {
    std::array<std::uint8_t, 9> begin{};  // of a record, and of the message in it
    const ssize_t got =
        ::recv(client.socket.get(), begin.data(), begin.size(), MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got <= 0) return Status(Code::efile, "the client closed it before the handshake");
    if (got < std::ssize(begin)) {
        if (has_gone(client.socket.get()))
            return Status(Code::efile, "the client closed it during the handshake");
        wake_at(client.socket.get(), static_cast<int>(begin.size()));
        return false;
    }
    wake_at(client.socket.get(), 1);
    const std::size_t length = (begin[6] << 16) + (begin[7] << 8) + begin[8];
    constexpr std::uint8_t handshake = 22;
    constexpr std::uint8_t client_hello = 1;
    if (begin[0] != handshake || begin[5] != client_hello || length > most_hello_bytes)
        return Status(Code::efile, "the client sent no TLS handshake for Weft");
    return true;
}

/// Hands the connection over if its preamble names a session of another process.
Result<PendingConnections::Progress> PendingConnections::hand_on(Pending& client) {
    const auto session = remote::session_in(client.preamble);
    if (!session) return Status(Code::efile, "the client does not speak Weft's protocol");
    client.is_ours = *session == 0 || rules_.hand_over == nullptr;
    if (client.is_ours) return Progress{};
    const auto handed = rules_.hand_over(*session, client.socket);
    if (handed.ok()) return Progress{.is_elsewhere = handed.value()};
    const auto alert = remote::no_such_session();
    static_cast<void>(::send(client.socket.get(), alert.data(), alert.size(), MSG_NOSIGNAL));
    return Status(Code::efile, "its session is over");
}

/// A failure: why the connection ends.
Result<PendingConnections::Progress> PendingConnections::go_on(Pending& client) {
    if (client.transport == nullptr) {
        const auto taken = take_preamble(client);
        if (!taken.ok()) return taken.status();
        if (!taken.value()) return Progress{};
        if (!client.is_ours) {
            const auto elsewhere = hand_on(client);
            if (!elsewhere.ok() || !client.is_ours) return elsewhere;
        }
        const auto looked = look_at_handshake(client);
        if (!looked.ok()) return looked.status();
        if (!looked.value()) return Progress{};
        auto transport = remote::TlsTransport::server(std::move(client.socket), rules_.find);
        if (!transport.ok()) return transport.status();
        client.transport = std::move(transport).value();
    }
    auto hello = client.greeting.take(*client.transport);
    if (!hello.ok()) return hello.status();
    return Progress{.hello = std::move(hello).value()};
}

std::vector<PendingConnections::Arrived> PendingConnections::move(
    const std::function<void(const std::string& from, const std::string& why)>& refused) {
    std::vector<Arrived> arrived;
    for (const std::string& from : std::exchange(sent_away_, {}))
        refused(from, "it has not proved a key, and other clients need its place");
    for (auto client = pending_.begin(); client != pending_.end();) {
        auto progress = go_on(*client);
        const bool is_late = Clock::now() > client->end;
        const bool is_over =
            !progress.ok() || progress.value().is_elsewhere || progress.value().hello.has_value();
        if (!is_over && !is_late) {
            ++client;
            continue;
        }
        if (progress.ok() && progress.value().hello) {
            Arrived& last = arrived.emplace_back();
            last.from = client->from;
            last.key = client->transport->peer();
            last.greeted.hello = *std::move(progress.value().hello);
            last.greeted.transport = std::move(client->transport);
            last.greeted.is_direct = true;
        } else if (!is_over || !progress.ok()) {
            refused(client->from,
                    is_over ? progress.status().context() : "the client was silent for too long");
        }
        client = pending_.erase(client);
    }
    return arrived;
}

}  // namespace weft::serve

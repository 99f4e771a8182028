// SPDX-License-Identifier: BSD-3-Clause
#include "serve/reception.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "serve/first_words.hpp"

namespace weft::serve {
namespace {

/// The first message of a handshake; ours have a few hundred bytes.
constexpr std::size_t most_hello_bytes = 8192;

}  // namespace

/// Who has shown that it has a key is none.
bool Reception::is_stranger(const Visitor& visitor) {
    return visitor.transport == nullptr || visitor.transport->peer().empty();
}

bool Reception::send_one_away() {
    if (visitors_.empty()) return false;
    auto goes = std::ranges::find_if(visitors_, is_stranger);
    if (goes == visitors_.end()) {
        goes = visitors_.begin();
    } else {
        const auto count = static_cast<std::size_t>(std::ranges::count_if(visitors_, is_stranger));
        for (std::size_t left = making_room_.who_goes(count, Clock::now() - goes->came); left > 0;
             --left) {
            goes = std::find_if(std::next(goes), visitors_.end(), is_stranger);
        }
    }
    sent_away_.push_back(std::move(goes->from));
    visitors_.erase(goes);
    return true;
}

void Reception::add(remote::OwnedFd socket, bool has_preamble) {
    if (visitors_.size() >= rules_.most) send_one_away();
    Visitor& visitor = visitors_.emplace_back();
    visitor.from = remote::text_of(remote::other_end(socket.get()));
    visitor.came = Clock::now();
    visitor.end = visitor.came + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(rules_.patience_seconds));
    visitor.socket = std::move(socket);
    if (!has_preamble) return;
    visitor.got = remote::preamble_bytes;
    visitor.is_ours = true;
}

void Reception::list(std::vector<struct pollfd>& waits) const {
    for (const Visitor& visitor : visitors_) {
        const int fd =
            visitor.transport == nullptr ? visitor.socket.get() : visitor.transport->in();
        waits.push_back({fd, POLLIN, 0});
    }
}

/// Whether it is here already.
Result<bool> Reception::take_preamble(Visitor& visitor) {
    while (visitor.got < remote::preamble_bytes) {
        const ssize_t got = ::recv(visitor.socket.get(), visitor.preamble.data() + visitor.got,
                                   remote::preamble_bytes - visitor.got, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
        if (got <= 0) return Status(Code::efile, "it was closed before it said anything");
        visitor.got += static_cast<std::size_t>(got);
    }
    return true;
}

/// Whether the handshake begins as one of a client of ours does. TLS makes room for as much as its
/// first message says that it has, which is not to be what a stranger likes.
Result<bool> Reception::look_at_handshake(Visitor& visitor) {
    std::array<std::uint8_t, 9> begin{};  // of a record, and of the message in it
    const ssize_t got =
        ::recv(visitor.socket.get(), begin.data(), begin.size(), MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got <= 0) return Status(Code::efile, "it was closed before the handshake");
    if (got < std::ssize(begin)) {
        if (has_gone(visitor.socket.get()))
            return Status(Code::efile, "it was closed in the midst of the handshake");
        wake_at(visitor.socket.get(), static_cast<int>(begin.size()));
        return false;
    }
    wake_at(visitor.socket.get(), 1);
    const std::size_t length = (begin[6] << 16) + (begin[7] << 8) + begin[8];
    constexpr std::uint8_t handshake = 22;
    constexpr std::uint8_t client_hello = 1;
    if (begin[0] != handshake || begin[5] != client_hello || length > most_hello_bytes)
        return Status(Code::efile, "what it says is no handshake of TLS for Weft");
    return true;
}

/// Whose connection it is, as its preamble says.
Result<Reception::Progress> Reception::hand_on(Visitor& visitor) {
    const auto session = remote::session_in(visitor.preamble);
    if (!session) return Status(Code::efile, "what it says is not Weft's");
    visitor.is_ours = *session == 0 || rules_.hand_over == nullptr;
    if (visitor.is_ours) return Progress{};
    const auto handed = rules_.hand_over(*session, visitor.socket);
    if (handed.ok()) return Progress{.is_elsewhere = handed.value()};
    const auto alert = remote::no_such_session();
    static_cast<void>(::send(visitor.socket.get(), alert.data(), alert.size(), MSG_NOSIGNAL));
    return Status(Code::efile, "its session is gone");
}

/// A failure: why the connection ends.
Result<Reception::Progress> Reception::go_on(Visitor& visitor) {
    if (visitor.transport == nullptr) {
        const auto taken = take_preamble(visitor);
        if (!taken.ok()) return taken.status();
        if (!taken.value()) return Progress{};
        if (!visitor.is_ours) {
            const auto elsewhere = hand_on(visitor);
            if (!elsewhere.ok() || !visitor.is_ours) return elsewhere;
        }
        const auto looked = look_at_handshake(visitor);
        if (!looked.ok()) return looked.status();
        if (!looked.value()) return Progress{};
        auto transport = remote::TlsTransport::server(std::move(visitor.socket), rules_.find);
        if (!transport.ok()) return transport.status();
        visitor.transport = std::move(transport).value();
    }
    auto hello = visitor.greeting.take(*visitor.transport);
    if (!hello.ok()) return hello.status();
    return Progress{.hello = std::move(hello).value()};
}

std::vector<Reception::Arrived> Reception::move(
    const std::function<void(const std::string& from, const std::string& why)>& refused) {
    std::vector<Arrived> arrived;
    for (const std::string& from : std::exchange(sent_away_, {}))
        refused(from, "it has not shown who it is, and others come");
    for (auto visitor = visitors_.begin(); visitor != visitors_.end();) {
        auto progress = go_on(*visitor);
        const bool is_late = Clock::now() > visitor->end;
        const bool is_over =
            !progress.ok() || progress.value().is_elsewhere || progress.value().hello.has_value();
        if (!is_over && !is_late) {
            ++visitor;
            continue;
        }
        if (progress.ok() && progress.value().hello) {
            Arrived& last = arrived.emplace_back();
            last.from = visitor->from;
            last.key = visitor->transport->peer();
            last.guest.hello = *std::move(progress.value().hello);
            last.guest.transport = std::move(visitor->transport);
            last.guest.is_direct = true;
        } else if (!is_over || !progress.ok()) {
            refused(visitor->from,
                    is_over ? progress.status().context() : "it has said nothing in time");
        }
        visitor = visitors_.erase(visitor);
    }
    return arrived;
}

}  // namespace weft::serve

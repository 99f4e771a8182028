// SPDX-License-Identifier: BSD-3-Clause
#include "serve/reception.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace weft::serve {

void Reception::add(remote::OwnedFd socket, bool has_preamble) {
    Visitor& visitor = visitors_.emplace_back();
    visitor.from = remote::text_of(remote::other_end(socket.get()));
    visitor.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(rules_.patience_seconds));
    visitor.socket = std::move(socket);
    if (has_preamble) visitor.got = remote::preamble_bytes;
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

/// A failure: why the connection ends.
Result<Reception::Progress> Reception::go_on(Visitor& visitor) {
    if (visitor.transport == nullptr) {
        const bool is_new = visitor.got < remote::preamble_bytes;
        const auto taken = take_preamble(visitor);
        if (!taken.ok()) return taken.status();
        if (!taken.value()) return Progress{};
        const auto session = remote::session_in(visitor.preamble);
        if (is_new && !session) return Status(Code::efile, "what it says is not Weft's");
        if (is_new && *session != 0 && rules_.hand_over != nullptr) {
            if (rules_.hand_over(*session, visitor.socket)) return Progress{.is_elsewhere = true};
            const auto alert = remote::no_such_session();
            static_cast<void>(
                ::send(visitor.socket.get(), alert.data(), alert.size(), MSG_NOSIGNAL));
            return Status(Code::efile, "its session is gone");
        }
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

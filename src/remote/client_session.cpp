// SPDX-License-Identifier: BSD-3-Clause
#include "remote/client_session.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "remote/messages.hpp"

namespace weft::remote {
namespace {

/// The most unacknowledged bytes: twice what a link of 1 Gbit/s and 100 ms holds. More must wait.
constexpr std::size_t credit_bytes = std::size_t{32} << 20;

Hello first_hello(const Ways& ways) {
    return {.wants_streams = ways.streams != 0, .client = client_words};
}

}  // namespace

Result<std::shared_ptr<ClientSession>> ClientSession::begin(const Destination& destination,
                                                            const Ways& ways, Routes routes,
                                                            RetryPolicy retry_policy) {
    for (;;) {
        auto dialed = routes.dial(first_hello(ways), 0, retry_policy.deadline());
        if (dialed.ok())
            return std::shared_ptr<ClientSession>(
                new ClientSession(destination, ways, std::move(routes), std::move(dialed).value()));
        if (!retry_policy.tries_again(dialed.status()))
            return Status(Code::efile, dialed.status().context());
    }
}

Result<std::shared_ptr<ClientSession>> ClientSession::begin(
    const Destination& destination, const Ways& ways, const std::optional<SessionTicket>& ticket,
    RetryPolicy retry_policy) {
    // A process that has a ticket gives none to others.
    Ways its = ways;
    its.shares_login = !ticket;
    auto routes = routes_to(destination, its);
    if (!routes.ok()) return routes.status();
    if (!ticket) return begin(destination, ways, std::move(routes).value(), retry_policy);
    // The ticket may work again when the link does.
    bool used_ticket = false;
    Routes first = routes.value();
    first.dial = [&](const Hello& hello, ConnectionId id, const Deadline& deadline) {
        auto dialed = dial_with_ticket(destination, ways, *ticket, hello, id, deadline);
        used_ticket = dialed.ok();
        return used_ticket ? std::move(dialed) : routes.value().dial(hello, id, deadline);
    };
    auto begun = begin(destination, ways, std::move(first), retry_policy);
    if (!begun.ok()) return begun;
    ClientSession& session = *begun.value();
    session.streams_.make_by(std::move(routes).value());
    if (used_ticket) session.streams_.note_round_trip(ticket->round_trip_seconds);
    return begun;
}

ClientSession::ClientSession(const Destination& destination, const Ways& ways, Routes routes,
                             Dialed dialed)
    : destination_(destination),
      features_(dialed.welcome.features),
      streams_(destination, ways, std::move(routes), std::move(dialed)),
      pending_(destination.name()),
      shapes_(shape_slots) {}

void ClientSession::join_over(std::vector<Wire> wires) {
    const Guard guard(mutex_);
    streams_.join_over(std::move(wires));
}

/// The receiver of frames.
Streams::Taker ClientSession::taker() {
    return [this](const Frame& frame) { return pending_.take(frame); };
}

bool ClientSession::is_alive() {
    const Guard guard(mutex_);
    if (!streams_.is_polling() && waiters_ == 0 && pending_.is_empty())
        streams_.move_idle(taker(), open_files_ > 0);
    return streams_.end().ok();
}

void ClientSession::note_opened() {
    const Guard guard(mutex_);
    ++open_files_;
}

void ClientSession::note_closed() {
    const Guard guard(mutex_);
    --open_files_;
}

std::uint32_t ClientSession::new_file() {
    const Guard guard(mutex_);
    return ++files_;
}

std::optional<SessionTicket> ClientSession::ticket() {
    const Guard guard(mutex_);
    return streams_.ticket();
}

double ClientSession::round_trip_seconds() {
    const Guard guard(mutex_);
    return streams_.round_trip_seconds();
}

std::uint64_t ClientSession::begin_asking(FrameKind kind, Body body, std::span<std::byte> into) {
    const Guard guard(mutex_);
    const std::uint64_t number = streams_.post(kind, std::move(body));
    pending_.expect(number, into);
    return number;
}

Result<Answered> ClientSession::finish_asking(std::uint64_t request) {
    Guard guard(mutex_);
    const Status arrived = wait_until(guard, [&] { return pending_.is_answered(request); });
    return pending_.finish(request, arrived);
}

Result<Answered> ClientSession::ask(FrameKind kind, Body body, std::span<std::byte> into) {
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    auto answered = finish_asking(begin_asking(kind, std::move(body), into));
    const std::chrono::duration<double> taken = Clock::now() - begun;
    const Guard guard(mutex_);
    streams_.note_round_trip(taken.count());
    return answered;
}

Result<std::uint64_t> ClientSession::post(FrameKind kind, Body body) {
    Guard guard(mutex_);
    const auto has_room = [&] { return streams_.kept_bytes() <= credit_bytes; };
    if (!has_room()) {
        const Status room = wait_until(guard, has_room);
        if (!room.ok()) return room;
    }
    if (!streams_.end().ok()) return streams_.end();
    return streams_.post(kind, std::move(body));
}

Status ClientSession::settle(std::uint64_t through) {
    Guard guard(mutex_);
    return wait_until(guard, [&] { return pending_.written() >= through; });
}

Status ClientSession::take_failure(std::uint32_t file, std::uint64_t from) {
    const Guard guard(mutex_);
    return pending_.take_failure(file, from);
}

std::uint32_t ClientSession::slot_of(const Body& shape) {
    const Guard guard(mutex_);
    if (const auto found = std::find(shapes_.begin(), shapes_.end(), shape); found != shapes_.end())
        return static_cast<std::uint32_t>(found - shapes_.begin());
    const std::uint32_t slot = next_slot_++ % shape_slots;
    shapes_[slot] = shape;
    // Sent before another thread can refer to the slot.
    streams_.post(FrameKind::shape, encoded(KeepShape{slot, {shape}}));
    return slot;
}

/// Waits until received frames have made `done` true, or the session is over.
template <class Done>
Status ClientSession::wait_until(Guard& guard, Done done) {
    if (waiters_++ == 0) streams_.begin_listening();
    const auto goes_on = [&] { return !done() && streams_.end().ok(); };
    while (goes_on()) {
        if (streams_.is_polling()) {
            moved_.wait(guard);
            continue;
        }
        streams_.move(taker());
        if (goes_on()) {
            std::vector<struct pollfd> waits = streams_.begin_poll();
            const int milliseconds = streams_.poll_milliseconds();
            guard.unlock();
            ::poll(waits.data(), waits.size(), milliseconds);
            guard.lock();
            streams_.end_poll(waits);
        }
        moved_.notify_all();
    }
    --waiters_;
    return done() ? Status() : streams_.end();
}

}  // namespace weft::remote

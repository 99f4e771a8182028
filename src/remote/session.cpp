// SPDX-License-Identifier: BSD-3-Clause
#include "remote/session.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

namespace weft::remote {
namespace {

/// The most unacknowledged bytes: twice what a link of 1 Gbit/s and 100 ms holds. More must wait.
constexpr std::size_t credit_bytes = std::size_t{32} << 20;

Hello first_hello(const Ways& ways) {
    return {.wants_streams = ways.streams != 0, .client = client_words};
}

}  // namespace

Result<std::shared_ptr<Session>> Session::begin(const Destination& destination, const Ways& ways,
                                                Routes routes, RetryPolicy retry_policy) {
    for (;;) {
        auto dialed = routes.dial(first_hello(ways), 0, retry_policy.deadline());
        if (dialed.ok())
            return std::shared_ptr<Session>(
                new Session(destination, ways, std::move(routes), std::move(dialed).value()));
        if (!retry_policy.tries_again(dialed.status()))
            return Status(Code::efile, dialed.status().context());
    }
}

Result<std::shared_ptr<Session>> Session::begin(const Destination& destination, const Ways& ways,
                                                const std::optional<SessionTicket>& ticket,
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
    Session& session = *begun.value();
    session.routes_ = std::move(routes).value();
    if (used_ticket)
        session.round_trip_ = std::min(session.round_trip_, ticket->round_trip_seconds);
    return begun;
}

Session::Session(Destination destination, Ways ways, Routes routes, Dialed dialed)
    : destination_(std::move(destination)),
      ways_(std::move(ways)),
      routes_(std::move(routes)),
      owner_(::getpid()),
      features_(dialed.welcome.features),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      key_(dialed.welcome.session),
      shapes_(shape_slots) {
    start_with(std::move(dialed));
}

Session::~Session() {
    // A fork of the program shares the connections, and must not end them.
    if (::getpid() != owner_) {
        for (Stream& stream : streams_) static_cast<void>(stream.child.release());
        return;
    }
    if (streams_.empty()) return;
    // Unlock requests may still be under way.
    for (int i = 0; i < 100; ++i) {
        send_frames();
        if (!wants_to_send()) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    for (Stream& stream : streams_) {
        if (Link* const link = link_of(stream); link != nullptr) {
            stream.connection->post(FrameKind::goodbye);
            static_cast<void>(stream.connection->send(link));
            break;
        }
    }
    // Close connections before the programs that carry them.
    for (Stream& stream : streams_) stream.connection.reset();
}

bool Session::is_alive() {
    const Guard guard(mutex_);
    // An idle server may have ended.
    if (dead_.ok() && !is_polling_ && waiters_ == 0 && waiting_.empty()) {
        for (std::size_t i = 0; i < streams_.size() && dead_.ok();) {
            const Status moved = streams_[i].is_greeted ? move_frames_of(streams_[i]) : Status();
            if (moved.ok()) {
                ++i;
                continue;
            }
            if (open_files_ == 0) {
                die(moved.context());
            } else {
                lose(i, moved);
                i = 0;
            }
        }
    }
    return dead_.ok();
}

void Session::note_opened() {
    const Guard guard(mutex_);
    ++open_files_;
}

void Session::note_closed() {
    const Guard guard(mutex_);
    --open_files_;
}

std::uint32_t Session::new_file() {
    const Guard guard(mutex_);
    return ++files_;
}

std::optional<SessionTicket> Session::ticket() {
    const Guard guard(mutex_);
    const std::string shared = is_near(round_trip_) ? shared_login_ : "";
    // With a token each process logs in by itself; over ssh all processes are of the same user.
    if (destination_.scheme != "ssh" || (direct_.host.empty() && shared.empty()))
        return std::nullopt;
    return SessionTicket{direct_, key_.name, sibling_key(key_), shared, round_trip_};
}

double Session::round_trip_seconds() {
    const Guard guard(mutex_);
    return round_trip_;
}

std::uint64_t Session::post_now(FrameKind kind, Body body) {
    note_moved(body.size());
    const std::uint64_t number = link_.post(kind, std::move(body));
    if (dead_.ok()) {
        send_frames();
        if (is_polling_ && link_.has_unsent()) ::eventfd_write(wake_.get(), 1);
    }
    return number;
}

std::uint64_t Session::begin_asking(FrameKind kind, Body body, std::span<std::byte> into) {
    const Guard guard(mutex_);
    const std::uint64_t number = post_now(kind, std::move(body));
    waiting_[number].into = into;
    return number;
}

Result<Answered> Session::finish_asking(std::uint64_t request) {
    Guard guard(mutex_);
    Waiting& waiting = waiting_.at(request);
    const Status arrived = wait_until(guard, [&] { return waiting.is_answered; });
    Status status = arrived.ok() ? waiting.status : arrived;
    Answered answered{request, std::move(waiting.value), waiting.received};
    waiting_.erase(request);
    if (!status.ok()) return status;
    return answered;
}

Result<Answered> Session::ask(FrameKind kind, Body body, std::span<std::byte> into) {
    const auto begun = Clock::now();
    auto answered = finish_asking(begin_asking(kind, std::move(body), into));
    const std::chrono::duration<double> taken = Clock::now() - begun;
    const Guard guard(mutex_);
    round_trip_ = std::min(round_trip_, taken.count());
    return answered;
}

Result<std::uint64_t> Session::post(FrameKind kind, Body body) {
    Guard guard(mutex_);
    if (link_.kept_bytes() > credit_bytes) {
        const Status room = wait_until(guard, [&] { return link_.kept_bytes() <= credit_bytes; });
        if (!room.ok()) return room;
    }
    if (!dead_.ok()) return dead_;
    return post_now(kind, std::move(body));
}

Status Session::settle(std::uint64_t through) {
    Guard guard(mutex_);
    return wait_until(guard, [&] { return written_ >= through; });
}

Status Session::take_failure(std::uint32_t file, std::uint64_t from) {
    const Guard guard(mutex_);
    Status first;
    for (auto next = failures_.lower_bound(from); next != failures_.end();) {
        const bool is_its = next->second.file == file;
        if (is_its) first.keep_first(std::move(next->second.status));
        next = is_its ? failures_.erase(next) : std::next(next);
    }
    return first;
}

std::uint32_t Session::slot_of(const Body& shape) {
    const Guard guard(mutex_);
    if (const auto found = std::find(shapes_.begin(), shapes_.end(), shape); found != shapes_.end())
        return static_cast<std::uint32_t>(found - shapes_.begin());
    const std::uint32_t slot = next_slot_++ % shape_slots;
    shapes_[slot] = shape;
    // Sent before another thread can refer to the slot.
    post_now(FrameKind::shape, encoded(KeepShape{slot, {shape}}));
    return slot;
}

/// Waits until received frames have made `done` true, or the session is over.
template <class Done>
Status Session::wait_until(Guard& guard, Done done) {
    if (waiters_++ == 0) {
        for (Stream& stream : streams_) {
            if (stream.is_greeted) stream.heard = Clock::now();
        }
    }
    while (!done() && dead_.ok()) {
        if (is_polling_) {
            moved_.wait(guard);
        } else {
            move_frames();
            if (!done() && dead_.ok()) poll_frames(guard);
            moved_.notify_all();
        }
    }
    --waiters_;
    return done() ? Status() : dead_;
}

}  // namespace weft::remote

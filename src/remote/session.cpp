// SPDX-License-Identifier: BSD-3-Clause
#include "remote/session.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>

namespace weft::remote {
namespace {

/// Frames that the server may not have yet, of so many bytes: twice what a link of 1 Gbit/s and
/// 100 ms holds. More must wait.
constexpr std::size_t credit_bytes = std::size_t{32} << 20;
/// The server is told what has come at least so often, in bytes.
constexpr std::size_t told_bytes = std::size_t{1} << 20;

std::string client_words() {
    return "libweft, protocol " + std::to_string(protocol_version);
}

}  // namespace

Result<std::shared_ptr<Session>> Session::begin(const Destination& destination, const Ways& ways,
                                                Dialer dial) {
    Hello hello;
    hello.client = client_words();
    auto dialed = dial(hello, 0, ways.greeting_seconds);
    if (!dialed.ok()) return Status(Code::efile, dialed.status().context());
    return std::shared_ptr<Session>(
        new Session(destination, ways, std::move(dial), std::move(dialed).value()));
}

Session::Session(Destination destination, Ways ways, Dialer dial, Dialed dialed)
    : destination_(std::move(destination)),
      ways_(std::move(ways)),
      dial_(std::move(dial)),
      owner_(::getpid()),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      heard_(Clock::now()),
      key_(dialed.welcome.session),
      dialed_(std::move(dialed)),
      shapes_(shape_places) {}

Session::~Session() {
    // A process that was forked from the program shares the connection, and must not end it.
    if (::getpid() != owner_) {
        static_cast<void>(dialed_.child.release());
        return;
    }
    if (dialed_.connection == nullptr) return;
    // Unlocks may be under way still.
    for (int i = 0; i < 100 && link_.has_unsent(); ++i) {
        if (!dialed_.connection->send(&link_).ok()) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(link_.has_unsent() ? 10 : 0));
    }
    dialed_.connection->post(Kind::goodbye);
    static_cast<void>(dialed_.connection->send(&link_));
    dialed_.connection.reset();
}

bool Session::is_alive() {
    const Guard guard(mutex_);
    if (dead_.ok() && !is_polling_ && waiters_ == 0 && waiting_.empty()) {
        // A server without work may have ended.
        while (dead_.ok() && dialed_.connection != nullptr) {
            struct pollfd wait {
                dialed_.connection->transport().in(), POLLIN, 0
            };
            if (::poll(&wait, 1, 0) <= 0) break;
            if (const Status moved = move_frames_of(*dialed_.connection); !moved.ok())
                die(moved.context());
        }
    }
    return dead_.ok();
}

std::uint32_t Session::new_file() {
    const Guard guard(mutex_);
    return ++files_;
}

double Session::round_trip_seconds() {
    const Guard guard(mutex_);
    return round_trip_;
}

std::uint64_t Session::post_now(Kind kind, Body body) {
    const std::uint64_t number = link_.post(kind, std::move(body));
    if (dead_.ok() && dialed_.connection != nullptr) {
        // A failure shows again when somebody waits.
        static_cast<void>(dialed_.connection->send(&link_));
        if (is_polling_ && link_.has_unsent()) ::eventfd_write(wake_.get(), 1);
    }
    return number;
}

std::uint64_t Session::begin_asking(Kind kind, Body body, std::span<std::byte> into) {
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

Result<Answered> Session::ask(Kind kind, Body body, std::span<std::byte> into) {
    const auto begun = Clock::now();
    auto answered = finish_asking(begin_asking(kind, std::move(body), into));
    const std::chrono::duration<double> taken = Clock::now() - begun;
    const Guard guard(mutex_);
    round_trip_ = std::min(round_trip_, taken.count());
    return answered;
}

Result<std::uint64_t> Session::post(Kind kind, Body body) {
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

std::uint32_t Session::place_of(const Body& shape) {
    const Guard guard(mutex_);
    if (const auto found = std::find(shapes_.begin(), shapes_.end(), shape); found != shapes_.end())
        return static_cast<std::uint32_t>(found - shapes_.begin());
    const std::uint32_t place = next_place_++ % shape_places;
    shapes_[place] = shape;
    // Before anybody else can mean it.
    post_now(Kind::shape, encoded(PlaceShape{place, {shape}}));
    return place;
}

/// Until `done`, which frames that come bring about, or the end of the session.
template <class Done>
Status Session::wait_until(Guard& guard, Done done) {
    if (waiters_++ == 0) heard_ = Clock::now();
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

/// Waits for what comes, while others may use the session.
void Session::poll_frames(Guard& guard) {
    const Connection& connection = *dialed_.connection;
    const int complaints = dialed_.child == nullptr ? -1 : dialed_.child->complaints();
    std::array<struct pollfd, 4> waits{{{wake_.get(), POLLIN, 0},
                                        {connection.transport().in(), POLLIN, 0},
                                        {complaints, POLLIN, 0},
                                        {connection.transport().out(), POLLOUT, 0}}};
    const nfds_t count = connection.wants_to_send(&link_) ? 4 : 3;
    const int patience = static_cast<int>(std::min(ways_.patience_seconds, 1.0) * 1000);
    is_polling_ = true;
    guard.unlock();
    ::poll(waits.data(), count, patience);
    guard.lock();
    is_polling_ = false;
    if (waits[0].revents != 0) {
        eventfd_t ignored = 0;
        ::eventfd_read(wake_.get(), &ignored);
    }
    if (waits[2].revents != 0) dialed_.child->listen();
    const bool could_send = count == 4 && (waits[3].revents & POLLOUT) != 0;
    if (waits[1].revents != 0 || could_send) heard_ = Clock::now();
    const std::chrono::duration<double> silence = Clock::now() - heard_;
    if (silence.count() > ways_.patience_seconds)
        lose({Code::efile, "nothing has been heard in time"});
}

void Session::move_frames() {
    if (!dead_.ok()) return;
    const Status moved = move_frames_of(*dialed_.connection);
    if (!refusal_.empty()) return die("the server has ended it: " + refusal_);
    if (!moved.ok()) lose(moved);
}

/// Sends what goes, and takes in what has come.
Status Session::move_frames_of(Connection& connection) {
    if (Status sent = connection.send(&link_); !sent.ok()) return sent;
    for (bool more = true; more;) {
        const auto got = connection.receive();
        if (!got.ok()) return got.status();
        more = got.value();
        for (;;) {
            auto frame = connection.next();
            if (!frame.ok()) return frame.status();
            if (!frame.value()) break;
            if (!take_in(*std::move(frame).value()))
                return {Code::efile, "the server breaks the rules of the protocol"};
        }
        if (link_.unacknowledged_bytes() >= told_bytes) {
            connection.post(Kind::alive);
            if (Status sent = connection.send(&link_); !sent.ok()) return sent;
        }
    }
    return {};
}

/// The connection is no more. The session may go on over another.
void Session::lose(const Status& why) {
    link_.lost(dialed_.connection->id());
    reconnect(why);
}

void Session::reconnect(const Status& why) {
    const std::string words = dialed_.child == nullptr ? "" : dialed_.child->last_words();
    dialed_.connection.reset();
    dialed_.child.reset();
    const auto end = Clock::now() + std::chrono::duration<double>(ways_.patience_seconds);
    std::chrono::milliseconds pause(50);
    std::string last;
    while (Clock::now() < end) {
        Hello hello{.session = key_, .received = link_.received(), .client = client_words()};
        const std::chrono::duration<double> left = end - Clock::now();
        auto dialed = dial_(hello, connections_++, left.count());
        if (dialed.ok() && dialed.value().welcome.session == key_ &&
            link_.acknowledge(dialed.value().welcome.received)) {
            dialed_ = std::move(dialed).value();
            heard_ = Clock::now();
            return;
        }
        last = dialed.ok() ? "the server is another one" : dialed.status().context();
        if (dialed.ok() || dialed.code() == Code::eperm) break;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::milliseconds(1000));
    }
    die(why.context() + (words.empty() ? "" : " (" + words + ")") + "; " + last);
}

void Session::die(std::string why) {
    dead_ = {Code::eio, destination_.name() + ": the connection was lost: " + why};
    dialed_.connection.reset();
    dialed_.child.reset();
}

}  // namespace weft::remote

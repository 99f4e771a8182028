// SPDX-License-Identifier: BSD-3-Clause
#include "remote/streams.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "remote/messages.hpp"

namespace weft::remote {
namespace {

/// Received bytes after which the client must acknowledge.
constexpr std::size_t told_bytes = std::size_t{1} << 20;
/// A session that moves less gets by with one connection.
constexpr std::size_t small_bytes = std::size_t{1} << 20;
/// A session through the ssh of another process that moves more makes a login of its own: an ssh
/// encrypts only as fast as one core.
constexpr std::size_t large_bytes = std::size_t{256} << 20;
/// The rate of the link that is to be filled, in bytes per second.
constexpr double link_rate = 125e6;
/// The bytes that one connection has under way: the usual window of TCP, and that of ssh.
constexpr double tcp_window_bytes = 2.5e6;
constexpr double ssh_window_bytes = 2e6;
constexpr int most_direct_streams = 8;
/// An additional connection is not waited for as long as the only one.
constexpr double joining_seconds = 5;
constexpr int most_commands = 3;
/// The longest round trip at which one TCP connection fills the link; measured as the time of an
/// answer.
constexpr double near_seconds = 0.025;

/// The number of connections that fill the link.
int connections_for(double round_trip_seconds, double window_bytes, int most) {
    const double bytes = round_trip_seconds * link_rate;
    return static_cast<int>(
        std::clamp(std::ceil(bytes / window_bytes), 1.0, static_cast<double>(most)));
}

}  // namespace

int commands_for(const Ways& ways, double round_trip_seconds) {
    if (ways.streams >= 0) return ways.streams + 1;
    return connections_for(round_trip_seconds, ssh_window_bytes, most_commands + 1);
}

bool is_near(double round_trip_seconds) {
    return round_trip_seconds < near_seconds;
}

Streams::Streams(Destination destination, Ways ways, Routes routes, Dialed dialed)
    : destination_(std::move(destination)),
      ways_(std::move(ways)),
      routes_(std::move(routes)),
      owner_(::getpid()),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      key_(dialed.welcome.session) {
    start_with(std::move(dialed));
}

Streams::~Streams() {
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

void Streams::start_with(Dialed dialed) {
    direct_ = dialed.streams;
    shared_login_ = std::move(dialed.shared_login);
    is_shared_ = dialed.is_shared;
    streams_.clear();
    streams_.push_back({std::move(dialed.child), std::move(dialed.connection), dialed.is_direct,
                        true, Clock::now()});
    has_widened_ = false;
    moved_bytes_ = 0;
}

/// Null for a connection that carries no frames of the session, because its greeting is not over or
/// there are better ones.
Link* Streams::link_of(const Stream& stream) {
    if (!stream.is_greeted) return nullptr;
    const bool has_direct = std::ranges::any_of(
        streams_, [](const Stream& other) { return other.is_direct && other.is_greeted; });
    return stream.is_direct || !has_direct ? &link_ : nullptr;
}

/// Sends as much as possible now. A failure shows again when a call waits.
void Streams::send_frames() {
    for (Stream& stream : streams_) static_cast<void>(stream.connection->send(link_of(stream)));
}

bool Streams::wants_to_send() {
    return std::ranges::any_of(streams_, [&](const Stream& stream) {
        return stream.connection->wants_to_send(link_of(stream));
    });
}

/// Makes a thread that polls look at the connections again.
void Streams::wake() {
    if (is_polling_) ::eventfd_write(wake_.get(), 1);
}

std::uint64_t Streams::post(FrameKind kind, Body body) {
    note_moved(body.size());
    const std::uint64_t number = link_.post(kind, std::move(body));
    if (dead_.ok()) {
        send_frames();
        if (link_.has_unsent()) wake();
    }
    return number;
}

std::optional<SessionTicket> Streams::ticket() const {
    const std::string shared = is_near(round_trip_) ? shared_login_ : "";
    // With a token each process logs in on its own; over ssh all processes belong to the same user.
    if (destination_.scheme != "ssh" || (direct_.host.empty() && shared.empty()))
        return std::nullopt;
    return SessionTicket{direct_, key_.name, sibling_key(key_), shared, round_trip_};
}

void Streams::note_moved(std::size_t bytes) {
    moved_bytes_ += bytes;
    if (moved_bytes_ < small_bytes || routes_.join == nullptr || streams_.empty()) return;
    if (!std::exchange(has_widened_, true)) widen(!direct_.host.empty());
    if (!is_shared_ || moved_bytes_ < large_bytes) return;
    is_shared_ = false;
    if (std::ranges::none_of(streams_, &Stream::is_direct)) add_streams(1, false);
}

int Streams::streams_wanted(bool are_direct) const {
    if (!are_direct) return commands_for(ways_, round_trip_) - 1;
    if (ways_.streams >= 0) return ways_.streams;
    // The first connection counts, if it is of their kind.
    const int first = streams_.front().is_direct ? 1 : 0;
    return connections_for(round_trip_, tcp_window_bytes, most_direct_streams) - first;
}

Hello Streams::joining_hello() const {
    return {.session = key_, .received = link_.received(), .joins = true, .client = client_words};
}

void Streams::join_over(std::vector<Wire> wires) {
    if (has_widened_ || !direct_.host.empty() || streams_.empty()) return;
    has_widened_ = !wires.empty();
    for (Wire& wire : wires) {
        Dialed joined = about_to_greet(std::move(wire.transport), joining_hello(), connections_++);
        streams_.push_back(
            {std::move(wire.child), std::move(joined.connection), false, false, Clock::now()});
    }
    wake();
}

void Streams::widen(bool directly) {
    add_streams(streams_wanted(directly), directly);
}

void Streams::add_streams(int count, bool directly) {
    const Hello hello = joining_hello();
    for (int i = count; i > 0; --i) {
        auto joined = routes_.join(hello, connections_++, directly ? direct_ : Endpoint{});
        // The session has a connection that works.
        if (!joined.ok()) return;
        streams_.push_back({std::move(joined.value().child), std::move(joined.value().connection),
                            joined.value().is_direct, false, Clock::now()});
    }
    wake();
}

/// A new connection has failed. If none can be made directly, others are made as the first one was.
void Streams::lose_joining(std::size_t at) {
    const bool was_direct = streams_[at].is_direct;
    streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(at));
    const bool has_direct = std::ranges::any_of(streams_, &Stream::is_direct);
    if (!was_direct || has_direct || streams_.empty()) return;
    direct_ = {};
    if (destination_.scheme == "ssh") widen(false);
}

/// The first frame of an additional connection.
Status Streams::greet_joined(Stream& stream, const Frame& frame) {
    const auto welcome = answer_in(destination_.name(), frame);
    if (!welcome.ok()) return welcome.status();
    if (welcome.value().session != key_ || !link_.acknowledge(welcome.value().received))
        return {Code::efile, "another server answers"};
    stream.connection->allow(most_body_bytes);
    stream.is_greeted = true;
    return {};
}

void Streams::begin_listening() {
    for (Stream& stream : streams_) {
        if (stream.is_greeted) stream.heard = Clock::now();
    }
}

std::vector<struct pollfd> Streams::begin_poll() {
    std::vector<struct pollfd> waits{{wake_.get(), POLLIN, 0}};
    // Three entries for each: to receive, to send, and the standard error of its program.
    for (const Stream& stream : streams_) {
        const Transport& transport = stream.connection->transport();
        const bool sends = stream.connection->wants_to_send(link_of(stream));
        waits.push_back({transport.in(), POLLIN, 0});
        waits.push_back({sends ? transport.out() : -1, POLLOUT, 0});
        waits.push_back({stream.child == nullptr ? -1 : stream.child->complaints(), POLLIN, 0});
    }
    is_polling_ = true;
    return waits;
}

int Streams::poll_milliseconds() const {
    return static_cast<int>(std::min(ways_.timeout_seconds, 1.0) * 1000);
}

void Streams::end_poll(const std::vector<struct pollfd>& waits) {
    is_polling_ = false;
    if (waits[0].revents != 0) {
        eventfd_t ignored = 0;
        ::eventfd_read(wake_.get(), &ignored);
    }
    // Other threads may have added connections meanwhile, but have ended none.
    const std::size_t polled = (waits.size() - 1) / 3;
    for (std::size_t i = 0; i < std::min(polled, streams_.size()); ++i) {
        if (waits[3 * i + 3].revents != 0) streams_[i].child->listen();
        const bool could_send = (waits[3 * i + 2].revents & POLLOUT) != 0;
        if (waits[3 * i + 1].revents != 0 || could_send) streams_[i].heard = Clock::now();
    }
    lose_silent();
}

/// A connection that has been silent for too long is lost.
void Streams::lose_silent() {
    for (std::size_t i = streams_.size(); i-- > 0 && dead_.ok();) {
        const std::chrono::duration<double> silence = Clock::now() - streams_[i].heard;
        const double allowed_seconds = streams_[i].is_greeted
                                           ? ways_.timeout_seconds
                                           : std::min(joining_seconds, ways_.timeout_seconds);
        if (silence.count() <= allowed_seconds) continue;
        lose(i, {Code::efile, "the server was silent for too long"});
        return;
    }
}

void Streams::move(const Taker& take) {
    for (std::size_t i = 0; i < streams_.size() && dead_.ok();) {
        const Status moved = move_stream(streams_[i], take);
        if (!refusal_.empty()) return die("the server has ended the session: " + refusal_);
        if (moved.ok()) {
            ++i;
        } else {
            lose(i, moved);
            i = 0;
        }
    }
}

void Streams::move_idle(const Taker& take, bool resumes) {
    for (std::size_t i = 0; i < streams_.size() && dead_.ok();) {
        const Status moved = streams_[i].is_greeted ? move_stream(streams_[i], take) : Status();
        if (moved.ok()) {
            ++i;
        } else if (resumes) {
            lose(i, moved);
            i = 0;
        } else {
            die(moved.context());
        }
    }
}

/// Sends as much as possible, and takes in what has come.
Status Streams::move_stream(Stream& given, const Taker& take) {
    // Streams may be added meanwhile; the connection object stays in place.
    Connection& connection = *given.connection;
    const auto stream = [&]() -> Stream& {
        return *std::ranges::find_if(
            streams_, [&](const Stream& other) { return other.connection.get() == &connection; });
    };
    if (Status sent = connection.send(link_of(stream())); !sent.ok()) return sent;
    for (bool more = true; more;) {
        const auto got = connection.receive();
        if (!got.ok()) return got.status();
        more = got.value();
        for (;;) {
            auto frame = connection.next();
            if (!frame.ok()) return frame.status();
            if (!frame.value()) break;
            if (!stream().is_greeted) {
                if (Status met = greet_joined(stream(), *frame.value()); !met.ok()) return met;
            } else if (!take_in(*std::move(frame).value(), take)) {
                return {Code::efile, "the server breaks the rules of the protocol"};
            }
        }
        Link* const link = link_of(stream());
        if (link != nullptr && link->unacknowledged_bytes() >= told_bytes) {
            connection.post(FrameKind::alive);
            if (Status sent = connection.send(link); !sent.ok()) return sent;
        }
    }
    return {};
}

/// False when the frame breaks the rules of the protocol.
bool Streams::take_in(Frame frame, const Taker& take) {
    if (frame.kind == FrameKind::refusal) {
        const auto refusal = decoded<Refusal>(frame.body);
        refusal_ = refusal.ok() ? refusal.value().sentence : "it gives no reason";
        return true;
    }
    if (frame.number == 0) return link_.acknowledge(frame.acknowledged);
    if (!link_.receive(std::move(frame))) return false;
    while (const auto next = link_.take()) {
        const auto data_bytes = take(*next);
        if (!data_bytes) return false;
        if (*data_bytes > 0) note_moved(*data_bytes);
    }
    return true;
}

/// A connection is lost. Its frames go over the others; without others the session reconnects.
void Streams::lose(std::size_t at, const Status& why) {
    if (!streams_[at].is_greeted) return lose_joining(at);
    link_.lost(streams_[at].connection->id());
    const bool has_another = std::ranges::count_if(streams_, &Stream::is_greeted) > 1;
    if (!has_another) return reconnect(why, streams_[at].heard);
    streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(at));
}

/// `heard`: when the last byte of the server came.
void Streams::reconnect(const Status& why, Clock::time_point heard) {
    std::string words;
    for (Stream& stream : streams_) {
        if (words.empty() && stream.child != nullptr) words = stream.child->last_words();
        stream.connection.reset();
    }
    streams_.clear();
    // A client that has not listened for long has not waited for so long.
    const double silence = std::min(std::chrono::duration<double>(Clock::now() - heard).count(),
                                    ways_.timeout_seconds);
    RetryPolicy retry_policy(ways_.timeout_seconds, true,
                             Deadline(2 * ways_.timeout_seconds - silence));
    std::string last;
    for (;;) {
        const Hello hello{.session = key_,
                          .received = link_.received(),
                          .wants_streams = ways_.streams != 0,
                          .client = client_words};
        auto dialed = routes_.dial(hello, connections_++, retry_policy.deadline());
        if (dialed.ok() && dialed.value().welcome.session == key_ &&
            link_.acknowledge(dialed.value().welcome.received)) {
            return start_with(std::move(dialed).value());
        }
        last = dialed.ok() ? "another server answers" : dialed.status().context();
        if (dialed.ok() || !retry_policy.tries_again(dialed.status())) break;
    }
    die(why.context() + (words.empty() ? "" : " (" + words + ")") + "; " + last);
}

void Streams::die(std::string why) {
    dead_ = {Code::eio, destination_.name() + ": the connection was lost: " + why};
    for (Stream& stream : streams_) stream.connection.reset();
    streams_.clear();
}

}  // namespace weft::remote

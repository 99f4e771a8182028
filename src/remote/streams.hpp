// SPDX-License-Identifier: BSD-3-Clause
// The connections of a session's client: which of them carry frames, how many there are, and what
// happens when they are lost.
//
// A session begins with one connection. When it has moved more than a little, it makes as many more
// as fill the link: beside ssh these are direct ones, if the server can be reached, which then
// carry all frames.
//
// A busy server sends a sign of life every few seconds. A client that waits and hears nothing for
// `timeout_seconds` gives its connections up, and tries for the same time to reach the server again
// (retry_policy.hpp). The server has kept the session, and frames that have not arrived are sent
// again. If that fails, the session is over.
//
// One thread at a time; another one may post frames while the first polls.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "remote/child.hpp"
#include "remote/connection.hpp"
#include "remote/destination.hpp"
#include "remote/dial.hpp"
#include "remote/link.hpp"
#include "remote/session_ticket.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

/// The name of this library in a greeting.
inline constexpr const char* client_words = "libweft";

/// The number of ssh connections that fill a link with this round trip.
int commands_for(const Ways& ways, double round_trip_seconds);
/// Whether one connection fills the link for all processes of a machine.
bool is_near(double round_trip_seconds);

/// Carries the frames of one session, for as long as the server can be reached.
class Streams {
public:
    /// `routes`: how connections are made, as the one that was dialed.
    Streams(Destination destination, Ways ways, Routes routes, Dialed dialed);
    ~Streams();
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;

    /// Sets how further connections are made.
    void make_by(Routes routes) { routes_ = std::move(routes); }
    /// Takes more connections, over which nothing was sent; drops them if direct ones can be made.
    void join_over(std::vector<Wire> wires);

    /// The reason why the session is over (Code::eio); success as long as it is not.
    [[nodiscard]] const Status& end() const { return dead_; }

    /// Queues a frame, sends as much as possible now, and returns the frame's number.
    std::uint64_t post(FrameKind kind, Body body);
    /// The bytes that have not been acknowledged.
    [[nodiscard]] std::size_t kept_bytes() const { return link_.kept_bytes(); }

    /// Takes the next frame of the server. Returns how many bytes of data it brings; nothing when
    /// it breaks the rules of the protocol.
    using Taker = std::function<std::optional<std::size_t>(const Frame&)>;
    /// Sends and receives as much as possible without waiting.
    void move(const Taker& take);
    /// The same while nobody waits for frames: an idle server may have ended. Then the session is
    /// over, if it need not be resumed.
    void move_idle(const Taker& take, bool resumes);

    /// Called when somebody begins to listen: the silence before does not count.
    void begin_listening();
    /// Returns what to poll for until the next end_poll(); frames that are posted meanwhile end the
    /// wait.
    std::vector<struct pollfd> begin_poll();
    [[nodiscard]] int poll_milliseconds() const;
    void end_poll(const std::vector<struct pollfd>& waits);
    [[nodiscard]] bool is_polling() const { return is_polling_; }

    /// The shortest time of a request so far.
    [[nodiscard]] double round_trip_seconds() const { return round_trip_; }
    void note_round_trip(double seconds) { round_trip_ = std::min(round_trip_, seconds); }

    /// A ticket for other processes of this program; nothing if they have to log in themselves.
    [[nodiscard]] std::optional<SessionTicket> ticket() const;

private:
    using Clock = std::chrono::steady_clock;

    struct Stream {
        std::unique_ptr<Child> child;
        std::unique_ptr<Connection> connection;
        bool is_direct = false;
        bool is_greeted = false;
        Clock::time_point heard;
    };

    void start_with(Dialed dialed);
    Link* link_of(const Stream& stream);
    void send_frames();
    bool wants_to_send();
    void wake();
    Status move_stream(Stream& given, const Taker& take);
    bool take_in(Frame frame, const Taker& take);
    void note_moved(std::size_t bytes);
    [[nodiscard]] int streams_wanted(bool are_direct) const;
    [[nodiscard]] Hello joining_hello() const;
    void widen(bool directly);
    void add_streams(int count, bool directly);
    Status greet_joined(Stream& stream, const Frame& frame);
    void lose_joining(std::size_t at);
    void lose_silent();
    void lose(std::size_t at, const Status& why);
    void reconnect(const Status& why, Clock::time_point heard);
    void die(std::string why);

    const Destination destination_;
    const Ways ways_;
    Routes routes_;
    const pid_t owner_;
    OwnedFd wake_;
    bool is_polling_ = false;
    const SessionKey key_;
    std::vector<Stream> streams_;  // the first one was dialed
    Endpoint direct_;              // the address for direct connections
    std::string shared_login_;     // the socket for other processes of this machine
    bool is_shared_ = false;       // uses only the ssh of another process
    bool has_widened_ = false;
    std::size_t moved_bytes_ = 0;  // since the first connection
    ConnectionId connections_ = 1;
    Link link_;
    std::string refusal_;  // why the server has ended the session
    Status dead_;
    double round_trip_ = 1;
};

}  // namespace weft::remote

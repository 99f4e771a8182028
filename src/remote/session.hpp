// SPDX-License-Identifier: BSD-3-Clause
// The client's end of a session: requests and their answers, over connections that are made anew
// when they are lost.
//
// A session begins with one connection. When it has moved more than a little, it makes as many more
// as fill the link: beside ssh these are direct ones, if the server can be reached, which then
// carry all frames.
//
// The session has no thread: a thread that waits for an answer moves the frames of all. Several
// threads may use it; one of those that wait polls, and wakes the others when frames have come.
//
// A busy server sends a sign of life every few seconds. A client that waits and hears nothing for
// `timeout_seconds` gives its connections up, and tries for the same time to reach the server again
// (retry_policy.hpp). The server has kept the session, and frames that have not arrived are sent
// again. If that fails, the session is over: every call of all its files fails from then on, and
// says why (Code::eio, which the callers replace by better codes). Writes since the last sync may
// be lost.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "remote/dial.hpp"

namespace weft::remote {

/// The answer to a request.
struct Answered {
    std::uint64_t request = 0;
    Body value;
    std::int64_t received = 0;  // bytes of data
};

/// The name of this library in a greeting.
inline constexpr const char* client_words = "libweft";

class Session {
public:
    /// `routes`: how the session makes its connections.
    static Result<std::shared_ptr<Session>> begin(const Destination& destination, const Ways& ways,
                                                  Routes routes, RetryPolicy retry_policy);
    /// By the default routes; with a ticket as a sibling session, if the server can be reached so.
    static Result<std::shared_ptr<Session>> begin(const Destination& destination, const Ways& ways,
                                                  const std::optional<SessionTicket>& ticket,
                                                  RetryPolicy retry_policy);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// How many ssh connections fill a link with this round trip.
    static int commands_for(const Ways& ways, double round_trip_seconds);
    /// Whether one connection fills the link for all processes of a machine.
    static bool is_near(double round_trip_seconds);
    /// Takes more connections, over which nothing was sent; drops them if direct ones can be made.
    void join_over(std::vector<Wire> wires);

    [[nodiscard]] const Destination& destination() const { return destination_; }
    /// Whether a new file can be opened through it. A session with open files reconnects for that,
    /// if its connections are lost.
    bool is_alive();
    /// The number of open files rises, or falls, by one.
    void note_opened();
    void note_closed();
    /// A number for a new open file.
    std::uint32_t new_file();

    /// Makes a request and waits for its answer. Data of the answer go to `into`.
    Result<Answered> ask(FrameKind kind, Body body, std::span<std::byte> into = {});
    /// The same in two halves, between which other requests may be made. `into` must stay valid
    /// until the second; every request that was begun must be finished.
    std::uint64_t begin_asking(FrameKind kind, Body body, std::span<std::byte> into);
    Result<Answered> finish_asking(std::uint64_t request);
    /// Makes a request without an answer; returns its number. Waits while too much is under way.
    Result<std::uint64_t> post(FrameKind kind, Body body);

    /// Waits until all writes up to that request are stored, or have failed.
    Status settle(std::uint64_t through);
    /// The first unreported failure of the file's writes, from that request on; reports each
    /// failure once.
    Status take_failure(std::uint32_t file, std::uint64_t from = 0);

    /// The slot of a shape, of at most most_shape_bytes, on the server. Sends the shape if need be.
    std::uint32_t slot_of(const Body& shape);

    /// A ticket for other processes of this program; nothing if they have to log in themselves.
    std::optional<SessionTicket> ticket();

    /// Whether the server has announced the feature (greeting_messages.hpp).
    [[nodiscard]] bool knows(std::uint64_t feature) const { return (features_ & feature) != 0; }

    /// The shortest time of a request so far.
    double round_trip_seconds();

private:
    using Guard = std::unique_lock<std::mutex>;
    using Clock = std::chrono::steady_clock;

    struct Waiting {
        std::span<std::byte> into;
        std::int64_t received = 0;
        bool is_answered = false;
        Status status;
        Body value;
    };
    struct Failure {
        std::uint32_t file;
        Status status;
    };

    struct Stream {
        std::unique_ptr<Child> child;
        std::unique_ptr<Connection> connection;
        bool is_direct = false;
        bool is_greeted = false;
        Clock::time_point heard;
    };

    Session(Destination destination, Ways ways, Routes routes, Dialed dialed);

    template <class Done>
    Status wait_until(Guard& guard, Done done);
    std::uint64_t post_now(FrameKind kind, Body body);
    void poll_frames(Guard& guard);
    void move_frames();
    Status move_frames_of(Stream& stream);
    Link* link_of(const Stream& stream);
    void send_frames();
    [[nodiscard]] bool wants_to_send();
    void note_moved(std::size_t bytes);
    [[nodiscard]] int streams_wanted(bool are_direct) const;
    [[nodiscard]] Hello joining_hello() const;
    void widen(bool directly);
    void add_streams(int count, bool directly);
    void lose_joining(std::size_t at);
    Status greet_joined(Stream& stream, const Frame& frame);
    bool take_in(Frame frame);
    bool digest(const Frame& frame);
    bool digest_answer(const Frame& frame);
    bool digest_data(const Frame& frame);
    bool digest_failure(const Frame& frame);
    void lose(std::size_t at, const Status& why);
    void start_with(Dialed dialed);
    void reconnect(const Status& why, Clock::time_point heard);
    void die(std::string why);

    const Destination destination_;
    const Ways ways_;
    Routes routes_;
    const pid_t owner_;
    const std::uint64_t features_;
    OwnedFd wake_;

    std::mutex mutex_;  // guards all below
    std::condition_variable moved_;
    bool is_polling_ = false;
    int waiters_ = 0;
    SessionKey key_;
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
    std::map<std::uint64_t, Waiting> waiting_;
    std::map<std::uint64_t, Failure> failures_;
    std::uint64_t written_ = 0;  // up to this request
    std::uint32_t files_ = 0;
    std::size_t open_files_ = 0;
    std::vector<Body> shapes_;  // by slot
    std::uint32_t next_slot_ = 0;
    double round_trip_ = 1;
};

}  // namespace weft::remote

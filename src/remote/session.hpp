// SPDX-License-Identifier: BSD-3-Clause
// The client's end of a session: requests and their answers, over connections that are brought back
// when they are lost.
//
// It begins with one connection. When it has moved more than small things, it makes others, as many
// as fill the link: beside ssh direct ones, which then carry all, where the server can be reached.
//
// No thread of its own: whoever waits for an answer moves frames, for all. Several threads may use
// it; one of those that wait polls, the others are woken when frames have come.
//
// A server gives a sign of life every few seconds while it has work. A client that waits and hears
// nothing for `timeout_seconds` gives the connections up, and tries as long to reach the server
// again (retry_policy.hpp). The server has kept the session: what has not come goes again. Where
// that fails, the
// session is over: every call of all its files fails from now on, and says why (Code::eio; who
// calls has better codes). What was written and not synced since may or may not be there.
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

/// What the server says to a request.
struct Answered {
    std::uint64_t request = 0;
    Body value;
    std::int64_t received = 0;  // bytes of data
};

/// How this library names itself.
inline constexpr const char* client_words = "libweft";

class Session {
public:
    /// `routes`: how its connections are made, the first, those in place of lost ones, and others.
    static Result<std::shared_ptr<Session>> begin(const Destination& destination, const Ways& ways,
                                                  Routes routes, RetryPolicy retry_policy);
    /// By the usual routes; the first connection beside another process's session, where that has
    /// invited this one, and the server can be reached so.
    static Result<std::shared_ptr<Session>> begin(const Destination& destination, const Ways& ways,
                                                  const std::optional<SessionTicket>& ticket,
                                                  RetryPolicy retry_policy);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// How many connections fill a link of this round trip, where none can be made directly.
    static int commands_for(const Ways& ways, double round_trip_seconds);
    /// Whether one connection fills the link for all processes of a machine.
    static bool is_near(double round_trip_seconds);
    /// Further connections, over which nothing has been said yet; ended where better ones can be
    /// made.
    void join_over(std::vector<Wire> wires);

    [[nodiscard]] const Destination& destination() const { return destination_; }
    /// Whether a new file can be opened through it. Where files are open already, it comes back
    /// for them after its connections were lost.
    bool is_alive();
    /// An open file is or is not there any more.
    void note_opened();
    void note_closed();
    /// A number for a file that is to be opened.
    std::uint32_t new_file();

    /// Waits for the answer. Data that come with it go to `into`.
    Result<Answered> ask(FrameKind kind, Body body, std::span<std::byte> into = {});
    /// The same in two halves, between which other requests may be made. `into` stays until then;
    /// each begun request is finished.
    std::uint64_t begin_asking(FrameKind kind, Body body, std::span<std::byte> into);
    Result<Answered> finish_asking(std::uint64_t request);
    /// A request that is not answered; its number. Waits while too much is under way.
    Result<std::uint64_t> post(FrameKind kind, Body body);

    /// Waits until all writes up to that request are stored, or have failed.
    Status settle(std::uint64_t through);
    /// The first failure of the file's writes from that request on that nobody has been told of;
    /// nobody will be told of these again.
    Status take_failure(std::uint32_t file, std::uint64_t from = 0);

    /// The place of the shape, of at most most_shape_bytes, among those that the server keeps.
    /// Sends it if need be.
    std::uint32_t slot_of(const Body& shape);

    /// For other processes of this program; nothing, where they have to begin sessions as this one
    /// has.
    std::optional<SessionTicket> ticket();

    /// Whether the server has said so (greeting_messages.hpp).
    [[nodiscard]] bool knows(std::uint64_t feature) const { return (features_ & feature) != 0; }

    /// The shortest that a request has taken.
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

    std::mutex mutex_;  // of all below
    std::condition_variable moved_;
    bool is_polling_ = false;
    int waiters_ = 0;
    SessionKey key_;
    std::vector<Stream> streams_;  // the first is the one that was dialed
    Endpoint direct_;              // where others are made directly
    std::string shared_login_;     // through which others of this machine can go
    bool is_shared_ = false;       // goes through that of another, alone
    bool has_widened_ = false;
    std::size_t moved_bytes_ = 0;  // since the first connection
    ConnectionId connections_ = 1;
    Link link_;
    std::string refusal_;  // why the server has ended the session
    Status dead_;
    std::map<std::uint64_t, Waiting> waiting_;
    std::map<std::uint64_t, Failure> failures_;
    std::uint64_t written_ = 0;  // through this request
    std::uint32_t files_ = 0;
    std::size_t open_files_ = 0;
    std::vector<Body> shapes_;  // by slot
    std::uint32_t next_slot_ = 0;
    double round_trip_ = 1;
};

}  // namespace weft::remote

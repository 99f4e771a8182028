// SPDX-License-Identifier: BSD-3-Clause
// The client's end of a session: requests and their answers, over connections that are made anew
// when they are lost.
//
// The session has no thread: a thread that waits for an answer moves the frames of all. Several
// threads may use it; one of those that wait polls, and wakes the others when frames have come.
//
// Connections are made, and made anew, by streams.hpp. If they cannot be, the session is over:
// every call of all its files fails from then on, and says why (Code::eio, which the callers
// replace by better codes). Writes since the last sync may be lost.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "remote/destination.hpp"
#include "remote/dial.hpp"
#include "remote/frame.hpp"
#include "remote/pending_requests.hpp"
#include "remote/retry_policy.hpp"
#include "remote/session_ticket.hpp"
#include "remote/streams.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

/// Makes requests of one server, and waits for what they need.
class ClientSession {
public:
    /// `routes`: how the session makes its connections.
    static Result<std::shared_ptr<ClientSession>> begin(const Destination& destination,
                                                        const Ways& ways, Routes routes,
                                                        RetryPolicy retry_policy);
    /// Begins a session by the default routes; with a ticket, as a sibling session, if the server
    /// can be reached in that way.
    static Result<std::shared_ptr<ClientSession>> begin(const Destination& destination,
                                                        const Ways& ways,
                                                        const std::optional<SessionTicket>& ticket,
                                                        RetryPolicy retry_policy);
    ~ClientSession() = default;
    ClientSession(const ClientSession&) = delete;
    ClientSession& operator=(const ClientSession&) = delete;

    /// Takes more connections, over which nothing was sent; drops them if direct ones can be made.
    void join_over(std::vector<Wire> wires);

    [[nodiscard]] const Destination& destination() const { return destination_; }
    /// Whether a new file can be opened through this session. A session with open files reconnects
    /// for that, if its connections are lost.
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

    ClientSession(const Destination& destination, const Ways& ways, Routes routes, Dialed dialed);

    template <class Done>
    Status wait_until(Guard& guard, Done done);
    [[nodiscard]] Streams::Taker taker();

    const Destination destination_;
    const std::uint64_t features_;

    std::mutex mutex_;  // guards all below
    std::condition_variable moved_;
    int waiters_ = 0;
    Streams streams_;
    PendingRequests pending_;
    std::uint32_t files_ = 0;
    std::size_t open_files_ = 0;
    std::vector<Body> shapes_;  // by slot
    std::uint32_t next_slot_ = 0;
};

}  // namespace weft::remote

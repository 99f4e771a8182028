// SPDX-License-Identifier: BSD-3-Clause
// One end of a session: frames arrive once and in order, whatever happens to the connections.
//
// Each end numbers the frames that it sends, and keeps them until the other end acknowledges them.
// A session may have several connections: a frame goes over any of them, and the receiver puts
// frames into the order of their numbers. When a connection is lost, its unacknowledged frames are
// sent again over the other connections, or over new ones; the receiver drops frames that it
// already has. So no request is carried out twice or skipped, because the process that has the
// session's state also knows which frames have arrived.
//
// Pure: no I/O, no clock; one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "remote/frame.hpp"

namespace weft::remote {

using ConnectionId = int;

/// A frame under way. The link and the connection that sends it share it.
struct Outgoing {
    FrameKind kind{};
    std::uint64_t number = 0;
    std::uint64_t body_hash = 0;
    Body body;
};

class Link {
public:
    /// Queues a frame for sending; returns its number.
    std::uint64_t post(FrameKind kind, Body body);

    /// The next frame to send over this connection; null when there is none.
    std::shared_ptr<const Outgoing> next_for(ConnectionId connection);
    [[nodiscard]] bool has_unsent() const { return first_unsent_ < kept_.size(); }

    /// A numbered frame has arrived. False when it breaks the rules: its number is too far ahead,
    /// or it acknowledges a frame that was never sent.
    [[nodiscard]] bool receive(Frame frame);
    /// Takes the acknowledgement of any frame; false as for receive().
    [[nodiscard]] bool acknowledge(std::uint64_t number);
    /// The next frame in order.
    std::optional<Frame> take();

    /// The connection is lost.
    void lost(ConnectionId connection);

    /// The number of the last frame up to which all have arrived.
    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// The bytes of received frames that are not yet acknowledged.
    [[nodiscard]] std::size_t unacknowledged_bytes() const { return unacknowledged_bytes_; }
    /// Notes that the frame that is sent now acknowledges them.
    void told() { unacknowledged_bytes_ = 0; }
    /// The bytes that are kept for the other end.
    [[nodiscard]] std::size_t kept_bytes() const { return kept_bytes_; }
    [[nodiscard]] std::uint64_t last_posted() const { return last_posted_; }

private:
    struct Kept {
        std::shared_ptr<const Outgoing> frame;
        std::optional<ConnectionId> connection;  // nothing: unsent
    };

    std::deque<Kept> kept_;
    std::size_t first_unsent_ = 0;
    std::size_t kept_bytes_ = 0;
    std::uint64_t last_posted_ = 0;

    std::uint64_t received_ = 0;
    std::uint64_t taken_ = 0;
    std::map<std::uint64_t, Frame> early_;  // out of order, or not yet taken
    std::size_t early_bytes_ = 0;
    std::size_t unacknowledged_bytes_ = 0;
};

}  // namespace weft::remote

// SPDX-License-Identifier: BSD-3-Clause
// One end of a session: frames that arrive in order and once, whatever becomes of the connections.
//
// Each end numbers the frames that it sends and keeps them until the other says that they have
// come. A session may have several connections: a frame goes over any of them, and the receiver
// brings frames into the order of their numbers. When a connection is lost, what it carried and is
// not acknowledged goes again over those that are left, or that come; the receiver drops what it
// has had. So a request is never carried out twice, and none is skipped: who holds the state of the
// other end, the process, is also who knows what has come.
//
// Pure: no I/O, no clock, not for several threads at a time.
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

/// A frame on its way. Kept by the link and by the connection that sends it.
struct Outgoing {
    FrameKind kind{};
    std::uint64_t number = 0;
    std::uint64_t body_hash = 0;
    Body body;
};

class Link {
public:
    /// Takes a frame over, to be sent; its number.
    std::uint64_t post(FrameKind kind, Body body);

    /// The next frame to be sent, on this connection; null when there is none.
    std::shared_ptr<const Outgoing> next_for(ConnectionId connection);
    [[nodiscard]] bool has_unsent() const { return first_unsent_ < kept_.size(); }

    /// A numbered frame has come. False, when it breaks the rules: its number is from the far
    /// future, or it acknowledges what was never sent.
    [[nodiscard]] bool receive(Frame frame);
    /// What any frame says has come.
    [[nodiscard]] bool acknowledge(std::uint64_t number);
    /// The next frame in order.
    std::optional<Frame> take();

    /// The connection is no more.
    void lost(ConnectionId connection);

    /// All up to this number have come.
    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// Frames have come that the other end has not been told of, of so many bytes.
    [[nodiscard]] std::size_t unacknowledged_bytes() const { return unacknowledged_bytes_; }
    /// Acknowledged by what is sent now.
    void told() { unacknowledged_bytes_ = 0; }
    /// What is kept for the other end.
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
    std::map<std::uint64_t, Frame> early_;  // and those that have not been taken
    std::size_t early_bytes_ = 0;
    std::size_t unacknowledged_bytes_ = 0;
};

}  // namespace weft::remote

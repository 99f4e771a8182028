// SPDX-License-Identifier: BSD-3-Clause
// Frames over a transport, without waiting.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "base/result.hpp"
#include "remote/link.hpp"
#include "remote/transport.hpp"

namespace weft::remote {

class Connection {
public:
    Connection(ConnectionId id, std::unique_ptr<Transport> transport, std::size_t most_body)
        : id_(id), transport_(std::move(transport)), cutter_(most_body) {}

    [[nodiscard]] ConnectionId id() const { return id_; }
    [[nodiscard]] const Transport& transport() const { return *transport_; }
    void allow(std::size_t most_body) { cutter_.allow(most_body); }

    /// Queues a frame of the connection itself, which is sent before those of the link.
    void post(FrameKind kind, const Body& body = {});
    /// Sends as much as possible without waiting. `link` null: only frames of the connection.
    Status send(Link* link);
    [[nodiscard]] bool wants_to_send(const Link* link) const {
        return current_ != nullptr || !own_.empty() || (link != nullptr && link->has_unsent());
    }

    /// Receives once without waiting; returns false if there was nothing.
    Result<bool> receive();
    /// The next whole frame that has been received.
    Result<std::optional<Frame>> next() { return cutter_.next(); }

private:
    bool choose(Link* link);

    ConnectionId id_;
    std::unique_ptr<Transport> transport_;
    FrameCutter cutter_;
    std::deque<std::shared_ptr<const Outgoing>> own_;
    std::shared_ptr<const Outgoing> current_;
    Header header_{};
    std::size_t sent_ = 0;  // of the current one
};

}  // namespace weft::remote

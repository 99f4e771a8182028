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

    /// A frame of the connection itself, to be sent before those of a link.
    void post(FrameKind kind, const Body& body = {});
    /// Sends what there is, as far as it goes now. `link` null: of the connection alone.
    Status send(Link* link);
    [[nodiscard]] bool wants_to_send(const Link* link) const {
        return current_ != nullptr || !own_.empty() || (link != nullptr && link->has_unsent());
    }

    /// Receives once what there is now; whether there was anything.
    Result<bool> receive();
    /// The next whole frame of what has been received.
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

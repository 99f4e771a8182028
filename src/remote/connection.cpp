// SPDX-License-Identifier: BSD-3-Clause
#include "remote/connection.hpp"

#include <algorithm>

namespace weft::remote {

void Connection::post(FrameKind kind, const Body& body) {
    auto frame = std::make_shared<Outgoing>();
    frame->kind = kind;
    frame->body = body;
    frame->body_hash = hash_of(body);
    own_.push_back(std::move(frame));
}

/// Chooses the frame to send next; false when there is none.
bool Connection::choose(Link* link) {
    if (!own_.empty()) {
        current_ = std::move(own_.front());
        own_.pop_front();
    } else if (link != nullptr) {
        current_ = link->next_for(id_);
    }
    if (current_ == nullptr) return false;
    const std::uint64_t acknowledged = link == nullptr ? 0 : link->received();
    if (link != nullptr) link->told();
    header_ = header_of(current_->kind, current_->number, acknowledged, current_->body.size(),
                        current_->body_hash);
    sent_ = 0;
    return true;
}

Status Connection::send(Link* link) {
    while (current_ != nullptr || choose(link)) {
        const std::span<const std::byte> header(header_);
        const std::span<const std::byte> body(current_->body);
        const std::size_t of_header = std::min(sent_, header_bytes);
        const auto sent =
            transport_->send(header.subspan(of_header), body.subspan(sent_ - of_header));
        if (!sent.ok()) return sent.status();
        if (sent.value() == 0) return {};
        sent_ += sent.value();
        if (sent_ == header_bytes + body.size()) current_.reset();
    }
    return {};
}

Result<bool> Connection::receive() {
    const auto room = cutter_.room();
    const auto got = transport_->receive(room);
    if (!got.ok()) return got.status();
    cutter_.take(got.value());
    return got.value() > 0;
}

}  // namespace weft::remote

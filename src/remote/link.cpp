// SPDX-License-Identifier: BSD-3-Clause
#include "remote/link.hpp"

#include <algorithm>
#include <utility>

namespace weft::remote {
namespace {

/// The most frames that an end sends without an acknowledgement.
constexpr std::uint64_t most_ahead = 1 << 20;
/// The most bytes that may come out of order: more than either end keeps.
constexpr std::size_t most_early_bytes = std::size_t{128} << 20;

}  // namespace

std::uint64_t Link::post(FrameKind kind, Body body) {
    auto frame = std::make_shared<Outgoing>();
    frame->kind = kind;
    frame->number = last_posted_ + 1;
    frame->body = std::move(body);
    frame->body_hash = hash_of(frame->body);
    kept_.push_back({frame, std::nullopt});
    kept_bytes_ += header_bytes + frame->body.size();
    return ++last_posted_;
}

std::shared_ptr<const Outgoing> Link::next_for(ConnectionId connection) {
    if (first_unsent_ == kept_.size()) return nullptr;
    Kept& next = kept_[first_unsent_];
    next.connection = connection;
    std::shared_ptr<const Outgoing> frame = next.frame;
    while (first_unsent_ < kept_.size() && kept_[first_unsent_].connection) ++first_unsent_;
    return frame;
}

bool Link::acknowledge(std::uint64_t number) {
    if (number > last_posted_) return false;
    while (!kept_.empty() && kept_.front().frame->number <= number) {
        kept_bytes_ -= header_bytes + kept_.front().frame->body.size();
        kept_.pop_front();
        if (first_unsent_ > 0) --first_unsent_;
    }
    while (first_unsent_ < kept_.size() && kept_[first_unsent_].connection) ++first_unsent_;
    return true;
}

bool Link::receive(Frame frame) {
    if (!acknowledge(frame.acknowledged)) return false;
    if (frame.number > received_ + most_ahead) return false;
    if (frame.number <= received_) return true;
    const std::size_t bytes = header_bytes + frame.body.size();
    if (frame.number > received_ + 1 && early_bytes_ + bytes > most_early_bytes) return false;
    if (!early_.try_emplace(frame.number, std::move(frame)).second) return true;
    unacknowledged_bytes_ += bytes;
    early_bytes_ += bytes;
    while (early_.contains(received_ + 1)) ++received_;
    return true;
}

std::optional<Frame> Link::take() {
    if (taken_ == received_) return std::nullopt;
    auto node = early_.extract(++taken_);
    early_bytes_ -= header_bytes + node.mapped().body.size();
    return std::move(node.mapped());
}

void Link::lost(ConnectionId connection) {
    for (std::size_t i = kept_.size(); i-- > 0;) {
        if (kept_[i].connection != connection) continue;
        kept_[i].connection.reset();
        first_unsent_ = std::min(first_unsent_, i);
    }
}

}  // namespace weft::remote

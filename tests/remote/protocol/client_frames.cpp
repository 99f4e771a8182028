// SPDX-License-Identifier: BSD-3-Clause
// What every frame of a server must obey.
#include <algorithm>
#include <utility>

#include "client.hpp"

namespace weft::protocol {

using remote::Body;
using remote::Frame;
using remote::FrameKind;

namespace {

bool is_of_connection(FrameKind kind) {
    return kind == FrameKind::welcome || kind == FrameKind::refusal || kind == FrameKind::alive;
}

bool waits_for_lock(FrameKind kind) {
    return kind == FrameKind::lock || kind == FrameKind::hold;
}

}  // namespace

void Client::take(Frame frame) {
    ++frames_;
    const std::string kind = "a frame of kind " + std::to_string(static_cast<int>(frame.kind));
    demand(frame.acknowledged <= sent_, kind + " acknowledges what was never sent");
    demand(is_of_connection(frame.kind) == (frame.number == 0),
           kind + " has the number " + std::to_string(frame.number));
    acknowledged_ = std::max(acknowledged_, frame.acknowledged);
    if (frame.kind == FrameKind::welcome)
        greeting_ = std::move(frame);
    else if (frame.kind == FrameKind::refusal)
        refusal_ = message_in<remote::Refusal>(frame).sentence;
    else if (frame.kind == FrameKind::alive)
        demand(frame.body.empty(), "alive has fields");
    else if (frame.number > received_) {
        received_bytes_ += remote::header_bytes + frame.body.size();
        early_.emplace(frame.number, std::move(frame));
    }
    for (auto next = early_.find(received_ + 1); next != early_.end();
         next = early_.find(received_ + 1)) {
        const Frame in_turn = std::move(next->second);
        early_.erase(next);
        ++received_;
        digest(in_turn);
    }
    demand(early_.empty() || lines_.size() > 1,
           kind + " comes out of order over the only connection");
}

void Client::digest(const Frame& frame) {
    switch (frame.kind) {
        case FrameKind::answer:
            return digest_answer(frame);
        case FrameKind::data:
            return digest_data(frame);
        case FrameKind::written:
            return digest_written(frame);
        case FrameKind::write_failed:
            return digest_failure(frame);
        default:
            throw Deviation{"a server sends no frames of kind " +
                            std::to_string(static_cast<int>(frame.kind))};
    }
}

void Client::digest_answer(const Frame& frame) {
    const auto answer = message_in<remote::Answer>(frame);
    const auto found = waiting_.find(answer.request);
    demand(found != waiting_.end(),
           "request " + std::to_string(answer.request) + " is answered, but waits for no answer");
    const bool is_first = std::none_of(waiting_.begin(), found, [](const auto& earlier) {
        return !waits_for_lock(earlier.second.kind);
    });
    demand(is_first || waits_for_lock(found->second.kind),
           "answers come in another order than requests");
    Reply reply = std::move(found->second.reply);
    const FrameKind kind = found->second.kind;
    waiting_.erase(found);
    reply.code = static_cast<Code>(answer.code);
    reply.value.assign(answer.value.bytes.begin(), answer.value.bytes.end());
    reply.failures = failures_;
    demand(reply.code == Code::noerr || reply.value.empty(),
           "an answer has both an error code and a value");
    demand(answer.code <= 0, "an answer has a code that pnetcdf.h does not define");
    if (kind == FrameKind::sync || kind == FrameKind::close)
        demand(unsettled_.empty() || *unsettled_.begin() > answer.request,
               "sync or close is answered before all earlier writes are reported");
    replies_[answer.request] = std::move(reply);
}

void Client::digest_data(const Frame& frame) {
    const auto data = message_in<remote::Data>(frame);
    const auto found = waiting_.find(data.request);
    demand(found != waiting_.end() && (found->second.kind == FrameKind::read ||
                                       found->second.kind == FrameKind::read_shape),
           "data come without a request");
    Body& so_far = found->second.reply.data;
    so_far.insert(so_far.end(), data.bytes.bytes.begin(), data.bytes.bytes.end());
}

void Client::digest_failure(const Frame& frame) {
    const auto failure = message_in<remote::WriteFailed>(frame);
    demand(unsettled_.contains(failure.request),
           "a failed write was not requested, or is reported twice");
    demand(failure.code != 0, "a write fails with the code of success");
    ++failures_;
}

void Client::digest_written(const Frame& frame) {
    const auto written = message_in<remote::Written>(frame);
    demand(written.through <= sent_ && written.through >= written_,
           "written has an impossible number: through " + std::to_string(written.through));
    written_ = written.through;
    unsettled_.erase(unsettled_.begin(), unsettled_.upper_bound(written.through));
}

}  // namespace weft::protocol

// SPDX-License-Identifier: BSD-3-Clause
#include "remote/pending_requests.hpp"

#include <algorithm>
#include <iterator>

#include "remote/messages.hpp"

namespace weft::remote {

Result<Answered> PendingRequests::finish(std::uint64_t request, const Status& arrived) {
    Waiting& waiting = waiting_.at(request);
    Status status = arrived.ok() ? waiting.status : arrived;
    Answered answered{request, std::move(waiting.value), waiting.received};
    waiting_.erase(request);
    if (!status.ok()) return status;
    return answered;
}

Status PendingRequests::take_failure(std::uint32_t file, std::uint64_t from) {
    Status first;
    for (auto next = failures_.lower_bound(from); next != failures_.end();) {
        const bool is_its = next->second.file == file;
        if (is_its) first.keep_first(std::move(next->second.status));
        next = is_its ? failures_.erase(next) : std::next(next);
    }
    return first;
}

std::optional<std::size_t> PendingRequests::take(const Frame& frame) {
    const auto no_data = [](bool is_legal) {
        return is_legal ? std::optional<std::size_t>(0) : std::nullopt;
    };
    switch (frame.kind) {
        case FrameKind::answer:
            return no_data(take_answer(frame));
        case FrameKind::data:
            return take_data(frame);
        case FrameKind::written:
            return no_data(take_written(frame));
        case FrameKind::write_failed:
            return no_data(take_write_failed(frame));
        default:
            return std::nullopt;
    }
}

/// Null where no such request waits.
PendingRequests::Waiting* PendingRequests::unanswered(std::uint64_t request) {
    const auto found = waiting_.find(request);
    return found == waiting_.end() || found->second.is_answered ? nullptr : &found->second;
}

bool PendingRequests::take_answer(const Frame& frame) {
    auto answer = decoded<Answer>(frame.body);
    if (!answer.ok()) return false;
    Waiting* const waiting = unanswered(answer.value().request);
    if (waiting == nullptr) return false;
    waiting->is_answered = true;
    if (answer.value().code != 0) {
        waiting->status = {static_cast<Code>(answer.value().code),
                           server_ + ": " + answer.value().context};
    }
    const auto value = answer.value().value.bytes;
    waiting->value.assign(value.begin(), value.end());
    return true;
}

std::optional<std::size_t> PendingRequests::take_data(const Frame& frame) {
    const auto data = decoded<Data>(frame.body);
    if (!data.ok()) return std::nullopt;
    Waiting* const waiting = unanswered(data.value().request);
    if (waiting == nullptr) return std::nullopt;
    const auto bytes = data.value().bytes.bytes;
    if (bytes.size() > waiting->into.size() - static_cast<std::size_t>(waiting->received))
        return std::nullopt;
    std::copy(bytes.begin(), bytes.end(), waiting->into.begin() + waiting->received);
    waiting->received += std::ssize(bytes);
    return bytes.size();
}

bool PendingRequests::take_written(const Frame& frame) {
    const auto written = decoded<Written>(frame.body);
    if (!written.ok()) return false;
    written_ = std::max(written_, written.value().through);
    return true;
}

bool PendingRequests::take_write_failed(const Frame& frame) {
    auto failure = decoded<WriteFailed>(frame.body);
    if (!failure.ok()) return false;
    const WriteFailed& said = failure.value();
    failures_[said.request] = {said.file,
                               {static_cast<Code>(said.code), server_ + ": " + said.context}};
    return true;
}

}  // namespace weft::remote

// SPDX-License-Identifier: BSD-3-Clause
// How the client of a session handles received frames.
#include <algorithm>
#include <utility>

#include "remote/session.hpp"

namespace weft::remote {

bool Session::take_in(Frame frame) {
    if (frame.kind == FrameKind::refusal) {
        const auto refusal = decoded<Refusal>(frame.body);
        refusal_ = refusal.ok() ? refusal.value().sentence : "it gives no reason";
        return true;
    }
    if (frame.number == 0) return link_.acknowledge(frame.acknowledged);
    if (!link_.receive(std::move(frame))) return false;
    while (const auto next = link_.take()) {
        if (!digest(*next)) return false;
    }
    return true;
}

bool Session::digest(const Frame& frame) {
    switch (frame.kind) {
        case FrameKind::answer:
            return digest_answer(frame);
        case FrameKind::data:
            return digest_data(frame);
        case FrameKind::written: {
            const auto written = decoded<Written>(frame.body);
            if (!written.ok()) return false;
            written_ = std::max(written_, written.value().through);
            return true;
        }
        case FrameKind::write_failed:
            return digest_failure(frame);
        default:
            return false;
    }
}

bool Session::digest_answer(const Frame& frame) {
    auto answer = decoded<Answer>(frame.body);
    if (!answer.ok()) return false;
    const auto found = waiting_.find(answer.value().request);
    if (found == waiting_.end() || found->second.is_answered) return false;
    Waiting& waiting = found->second;
    waiting.is_answered = true;
    if (answer.value().code != 0) {
        waiting.status = {static_cast<Code>(answer.value().code),
                          destination_.name() + ": " + answer.value().context};
    }
    const auto value = answer.value().value.bytes;
    waiting.value.assign(value.begin(), value.end());
    return true;
}

bool Session::digest_data(const Frame& frame) {
    const auto data = decoded<Data>(frame.body);
    if (!data.ok()) return false;
    const auto found = waiting_.find(data.value().request);
    if (found == waiting_.end() || found->second.is_answered) return false;
    Waiting& waiting = found->second;
    const auto bytes = data.value().bytes.bytes;
    if (bytes.size() > waiting.into.size() - static_cast<std::size_t>(waiting.received))
        return false;
    std::copy(bytes.begin(), bytes.end(), waiting.into.begin() + waiting.received);
    waiting.received += std::ssize(bytes);
    note_moved(bytes.size());
    return true;
}

bool Session::digest_failure(const Frame& frame) {
    auto failure = decoded<WriteFailed>(frame.body);
    if (!failure.ok()) return false;
    const WriteFailed& said = failure.value();
    failures_[said.request] = {
        said.file, {static_cast<Code>(said.code), destination_.name() + ": " + said.context}};
    return true;
}

}  // namespace weft::remote

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/report.hpp"

namespace weft::engine {

/// Transfers and calls are events of their own, with more to tell.
void PhaseTimer::note(double now) const {
    if (phase_ == Phase::storage || phase_ == Phase::other) return;
    report_.recorder->note(
        {.begin = began_, .end = now, .name = name_of(phase_), .category = "phase"});
}

void WindowSpan::note() const {
    recorder_->note({.begin = began_,
                     .end = now_seconds(),
                     .name = "window",
                     .category = "window",
                     .offset = begin_,
                     .bytes = end_ - begin_});
}

CallRecord::CallRecord(Report& report, Kind kind, std::int64_t bytes)
    : report_(report), kind_(kind), bytes_(bytes), timer_(report, Phase::other) {
    const bool put = kind.direction == Direction::put;
    ++(put ? report.put_calls : report.get_calls);
    (put ? report.put_bytes : report.get_bytes) += bytes;
    if (!kind.is_collective) return;
    ++(put ? report.collective_put_calls : report.collective_get_calls);
    (put ? report.collective_put_bytes : report.collective_get_bytes) += bytes;
}

CallRecord::~CallRecord() {
    const double now = timer_.stop();
    if (use_ != nullptr) use_->seconds += now - timer_.began();
    if (report_.recorder != nullptr) note(now);
}

double CallRecord::arrived() const {
    return report_.recorder == nullptr ? 0 : report_.recorder->since_origin(timer_.began());
}

void CallRecord::chose(Method method, const Reason& reason) {
    method_ = method;
    use_ = &report_.uses[static_cast<std::size_t>(method)]
                        [kind_.direction == Direction::put ? 0 : 1][kind_.is_collective ? 1 : 0];
    ++use_->calls;
    use_->bytes += bytes_;
    if (use_->calls == 1) use_->reason = reason;
    report_.last_reason = reason;
}

void CallRecord::moved_only(std::int64_t bytes) {
    const std::int64_t missing = bytes_ - bytes;
    bytes_ = bytes;
    const bool put = kind_.direction == Direction::put;
    (put ? report_.put_bytes : report_.get_bytes) -= missing;
    if (kind_.is_collective)
        (put ? report_.collective_put_bytes : report_.collective_get_bytes) -= missing;
    if (use_ != nullptr) use_->bytes -= missing;
}

void CallRecord::note(double now) const {
    const bool put = kind_.direction == Direction::put;
    const char* const name =
        kind_.is_collective ? (put ? "put_all" : "get_all") : (put ? "put" : "get");
    report_.recorder->note({.begin = timer_.began(),
                            .end = now,
                            .name = name,
                            .category = "call",
                            .method = use_ == nullptr ? nullptr : name_of(method_),
                            .bytes = bytes_});
}

}  // namespace weft::engine

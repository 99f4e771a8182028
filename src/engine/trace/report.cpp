// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::engine {
namespace {

std::string methods_used(const Report& report) {
    std::string text;
    for (std::size_t i = 0; i < method_numbers; ++i) {
        std::int64_t calls = 0;
        for (const auto& direction : report.uses[i])
            calls += direction[0].calls + direction[1].calls;
        if (calls == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(static_cast<Method>(i)),
                            calls);
    }
    return text.empty() ? "none" : text;
}

std::string seconds_spent(const Report& report) {
    std::string text;
    for (std::size_t i = 0; i < phase_count; ++i) {
        text += fmt::format("{}{} {:.4f}", text.empty() ? "" : ", ", name_of(static_cast<Phase>(i)),
                            report.seconds[i]);
    }
    return text;
}

}  // namespace

std::string as_text(const Report& report) {
    std::string text;
    const auto line = [&text](std::string words) { text += "  " + words + "\n"; };
    line(fmt::format("asked:     {} puts of {:.3f} MiB, {} gets of {:.3f} MiB", report.put_calls,
                     in_mebi(report.put_bytes), report.get_calls, in_mebi(report.get_bytes)));
    line(fmt::format("storage:   {} writes of {:.3f} MiB, {} reads of {:.3f} MiB, {} locks",
                     report.write_calls, in_mebi(report.written_bytes), report.read_calls,
                     in_mebi(report.read_bytes), report.locks));
    line(fmt::format("methods:   {}", methods_used(report)));
    if (report.last_reason) line(fmt::format("last:      {}", report.last_reason->text()));
    line(fmt::format("windows:   {}, of which {} had holes", report.windows,
                     report.windows_with_holes));
    if (report.windows_in_company > 0)
        line(fmt::format("           {} in pieces because of other writers, or missing locks",
                         report.windows_in_company));
    line(fmt::format("exchanged: {} messages of {:.3f} MiB", report.messages,
                     in_mebi(report.message_bytes)));
    line(fmt::format("seconds:   {}", seconds_spent(report)));
    return text;
}

void Arrivals::add(double late, double latest) {
    constexpr double rounding = 1e-9;  // of times that ranks told each other
    late = std::max(late, 0.0);
    ++calls;
    if (latest > rounding && late + rounding >= latest) ++times_last;
    seconds_late += late;
    longest_late = std::max(longest_late, late);
    microseconds_late.add(static_cast<std::int64_t>(late * 1e6));
}

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

// SPDX-License-Identifier: BSD-3-Clause
// What the engine did to a file, counted on this rank.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/plan/reason.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/histogram.hpp"
#include "engine/trace/phase.hpp"
#include "engine/trace/recorder.hpp"

namespace weft::engine {

class PhaseTimer;

inline double in_mebi(std::int64_t bytes) {
    return static_cast<double>(bytes) / (1 << 20);
}

/// What one method did for calls of one kind.
struct MethodUse {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double seconds = 0;
    Reason reason;  // why it was chosen the first time
};

/// When this rank came to collective calls, compared with the first to come. Only where ranks have
/// agreed on a clock.
struct Arrivals {
    std::int64_t calls = 0;
    std::int64_t times_last = 0;
    double seconds_late = 0;
    double longest_late = 0;
    Histogram microseconds_late;

    /// Of one call: how long after the first this rank came, and the last did.
    void add(double late, double latest);
};

struct Report {
    std::int64_t put_calls = 0;
    std::int64_t get_calls = 0;
    std::int64_t put_bytes = 0;  // asked for by the caller, in file form
    std::int64_t get_bytes = 0;
    std::int64_t collective_put_calls = 0;  // counted above, too
    std::int64_t collective_get_calls = 0;
    std::int64_t collective_put_bytes = 0;
    std::int64_t collective_get_bytes = 0;
    std::int64_t write_calls = 0;  // system calls, or what the store counts as one
    std::int64_t read_calls = 0;
    std::int64_t written_bytes = 0;
    std::int64_t read_bytes = 0;
    std::int64_t locks = 0;
    std::int64_t windows = 0;
    std::int64_t windows_with_holes = 0;
    std::int64_t windows_in_company = 0;  // of these, those that only therefore were not rewritten
    std::int64_t messages = 0;
    std::int64_t message_bytes = 0;
    Histogram write_sizes;
    Histogram read_sizes;
    std::array<double, phase_count> seconds{};
    Arrivals arrivals;
    std::optional<Reason> last_reason;  // why the last call's method was chosen

    /// Put, get; independent, collective.
    using Uses = std::array<std::array<MethodUse, 2>, 2>;
    std::array<Uses, method_numbers> uses;

    PhaseTimer* timer = nullptr;   // the innermost that runs
    Recorder* recorder = nullptr;  // null: no hint asks for more than counters
};

/// The report in a few lines of plain words. Does not communicate.
std::string as_text(const Report& report);

/// Adds the time of its life to a phase, without that of timers that live within it.
class PhaseTimer {
public:
    PhaseTimer(Report& report, Phase phase)
        : report_(report),
          phase_(phase),
          outer_(std::exchange(report.timer, this)),
          began_(now_seconds()),
          resumed_(began_) {
        if (outer_ != nullptr) outer_->add(began_);
    }
    ~PhaseTimer() {
        if (runs_) stop();
    }
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;

    [[nodiscard]] double began() const { return began_; }
    /// Before the end of its life. Returns now.
    double stop() {
        const double now = now_seconds();
        add(now);
        if (outer_ != nullptr) outer_->resumed_ = now;
        report_.timer = outer_;
        if (report_.recorder != nullptr) note(now);
        runs_ = false;
        return now;
    }

private:
    void add(double now) {
        report_.seconds[static_cast<std::size_t>(phase_)] += now - resumed_;
        if (report_.recorder != nullptr) report_.recorder->spent(phase_, resumed_, now);
    }
    void note(double now) const;

    Report& report_;
    Phase phase_;
    PhaseTimer* outer_;
    double began_;
    double resumed_;
    bool runs_ = true;
};

/// The time that a window is filled or emptied, as an event.
class WindowSpan {
public:
    WindowSpan(const Report& report, std::int64_t begin, std::int64_t end)
        : recorder_(report.recorder), begin_(begin), end_(end) {
        if (recorder_ != nullptr) began_ = now_seconds();
    }
    ~WindowSpan() {
        if (recorder_ != nullptr) note();
    }
    WindowSpan(const WindowSpan&) = delete;
    WindowSpan& operator=(const WindowSpan&) = delete;

private:
    void note() const;

    Recorder* recorder_;
    std::int64_t begin_;
    std::int64_t end_;
    double began_ = 0;
};

/// One call of the engine: counted when it begins, timed until it ends.
class CallRecord {
public:
    struct Kind {
        Direction direction = Direction::put;
        bool is_collective = false;
    };
    CallRecord(Report& report, Kind kind, std::int64_t bytes);
    ~CallRecord();
    CallRecord(const CallRecord&) = delete;
    CallRecord& operator=(const CallRecord&) = delete;

    /// When it began, on the clock that ranks have agreed on; 0 where they have not.
    [[nodiscard]] double arrived() const;
    void chose(Method method, const Reason& reason);
    /// It has moved fewer bytes than it was to.
    void moved_only(std::int64_t bytes);

private:
    void note(double now) const;

    Report& report_;
    Kind kind_;
    std::int64_t bytes_;
    MethodUse* use_ = nullptr;
    Method method_ = Method::automatic;
    PhaseTimer timer_;
};

}  // namespace weft::engine

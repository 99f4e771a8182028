// SPDX-License-Identifier: BSD-3-Clause
// Counts on one rank what the engine does to a file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/plan/reason.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/recorder.hpp"
#include "report/file_report.hpp"
#include "report/phase.hpp"

namespace weft::engine {

class PhaseTimer;

using report::Phase;

/// What one method did in calls of one kind.
struct MethodTally {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double seconds = 0;
    Reason reason;  // why it was chosen the first time
};

struct Report : report::Numbers {
    report::Arrivals arrivals;
    std::optional<Reason> last_reason;  // why the last call's method was chosen

    /// Tallies by direction (put, get) and mode (independent, collective).
    using Uses = std::array<std::array<MethodTally, 2>, 2>;
    std::array<Uses, method_numbers> uses;

    PhaseTimer* timer = nullptr;   // the innermost that runs
    Recorder* recorder = nullptr;  // null: no hint asks for more than counters
};

/// Adds the time of its life to a phase, without the time of timers that live within it.
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
    /// Ends the timer before the end of its life. Returns the time.
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
        report_.seconds[report::index_of(phase_)] += now - resumed_;
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

/// Notes how long ranks fill a window or empty it, as an event.
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

/// One call of the engine. It counts the call when it begins, and takes its time until it ends.
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

    /// When the call began, by the clock that ranks have agreed on; 0 where they have none.
    [[nodiscard]] double arrived() const;
    void chose(Method method, const Reason& reason);
    /// Corrects the count: the call has moved fewer bytes.
    void moved_only(std::int64_t bytes);

private:
    void note(double now) const;

    Report& report_;
    Kind kind_;
    std::int64_t bytes_;
    MethodTally* use_ = nullptr;
    Method method_ = Method::automatic;
    PhaseTimer timer_;
};

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The records of a rank beside the counters: a time line, and single events. There is a recorder
// only where the hint weft_report or weft_trace asks for it.
#pragma once

#include <cstdint>

#include "engine/trace/timeline.hpp"
#include "engine/trace/trace.hpp"
#include "mpi/comm.hpp"
#include "report/phase.hpp"
#include "report/trace.hpp"

namespace weft::engine {

using report::Event;

/// The time in seconds on a clock that only moves forward.
double now_seconds();

/// The origin of the ranks' times for a file.
struct FileClock {
    double origin = 0;      // on this rank's clock
    bool is_common = true;  // the ranks read one clock; else theirs were set equal at the origin
    int nodes = 1;
};

/// Collective. Ranks of one node have one clock. The clocks of several nodes are set equal at the
/// end of a barrier: they differ by tens of microseconds, and drift.
FileClock agree_on_clock(mpi::CommView comm);

class Recorder {
public:
    Recorder(const FileClock& clock, std::int64_t most_events)
        : clock_(clock), trace_(most_events) {}

    /// Adds time of a phase that belongs to no other phase. Times are those of this rank's clock.
    void spent(report::Phase phase, double from, double to) {
        timeline_.spent(phase, from - clock_.origin, to - clock_.origin);
    }
    void note(const Event& event);
    /// These functions add a transfer, which is an event, too.
    void wrote(const Event& event);
    void read(const Event& event);

    /// The time in seconds since the origin.
    [[nodiscard]] double since_origin(double now) const { return now - clock_.origin; }
    [[nodiscard]] const FileClock& clock() const { return clock_; }
    [[nodiscard]] const Timeline& timeline() const { return timeline_; }
    [[nodiscard]] const Trace& trace() const { return trace_; }

private:
    FileClock clock_;
    Timeline timeline_;
    Trace trace_;
};

}  // namespace weft::engine

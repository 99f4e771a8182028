// SPDX-License-Identifier: BSD-3-Clause
// What a file's hints weft_report and weft_trace keep beside the counters: a time line, and events
// one by one. Made only when a hint asks for it.
#pragma once

#include <cstdint>

#include "engine/trace/phase.hpp"
#include "engine/trace/timeline.hpp"
#include "engine/trace/trace.hpp"
#include "mpi/comm.hpp"

namespace weft::engine {

/// The beginning of time for the ranks of a file.
struct Clock {
    double origin = 0;      // on this rank's clock
    bool is_common = true;  // the ranks read one clock; else theirs were set equal at the origin
    int nodes = 1;
};

/// Collective. On one node the ranks have one clock. Those of several nodes are set equal at the
/// end of a barrier: tens of microseconds apart, and drifting.
Clock agree_on_clock(mpi::CommView comm);

class Recorder {
public:
    Recorder(const Clock& clock, std::int64_t most_events) : clock_(clock), trace_(most_events) {}

    /// Time that belongs to no other phase. Here and below on this rank's own clock.
    void spent(Phase phase, double from, double to) {
        timeline_.spent(phase, from - clock_.origin, to - clock_.origin);
    }
    void note(const Event& event);
    /// A transfer, which is an event, too.
    void wrote(const Event& event);
    void read(const Event& event);

    /// Seconds since the origin.
    [[nodiscard]] double since_origin(double now) const { return now - clock_.origin; }
    [[nodiscard]] const Clock& clock() const { return clock_; }
    [[nodiscard]] const Timeline& timeline() const { return timeline_; }
    [[nodiscard]] const Trace& trace() const { return trace_; }

private:
    Clock clock_;
    Timeline timeline_;
    Trace trace_;
};

}  // namespace weft::engine

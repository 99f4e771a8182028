// SPDX-License-Identifier: BSD-3-Clause
// Which storage targets the records to come are better written to, by how fast the targets took
// those before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::parts {

/// What a target has taken, and for how long it was busy with that.
struct TargetWork {
    std::int64_t bytes = 0;
    double seconds = 0;

    void add(const TargetWork& more) {
        bytes += more.bytes;
        seconds += more.seconds;
    }
};

/// A range of the divided dimension.
struct WatchedRange {
    std::int64_t weight = 1;        // its share of what targets are expected to take
    std::int64_t record_bytes = 1;  // which whole indices make more or less
    int target = 0;                 // in the beginning
};

/// Each target is expected to be as fast as its ranges of the beginning are heavy. What its rate is
/// shows only when it has about as much to do as the busiest one: what rests meanwhile takes more
/// than its rate for a while. So the usual rate is what good ones (their median) took in all the
/// time of the calls that kept them busy; no more than now, if they are. A target that was busy for
/// more than twice as long as it would have been at that rate loses time: it is slow when that has
/// come to 0.12 seconds, less what it was faster meanwhile, and has happened twice running.
/// So neither trembling nor a single hindrance makes a target slow, nor does anything that takes no
/// time. A slow one is good again when it was four fifths as fast for ten seconds and three times
/// running; twice as long after each relapse. A device that has little to do may seem to be fast
/// for ever, as what it has saved meanwhile is enough for that, and what it is to do shows only
/// when it has that to do: it must be tried, but each time in vain costs some tenths of a second.
/// Slow targets get as many ranges as they can take in four fifths of the time of others. One that
/// gets none is tried again after four seconds of writing, and each time after twice as many.
class TargetWatch {
public:
    TargetWatch(std::span<const WatchedRange> ranges, int target_count);

    /// What each target has done since the last time, while the ranges were on `ranges`. Their
    /// targets from now on, when these should be others. Every rank that hears the same comes to
    /// the same.
    std::optional<std::vector<int>> note(std::span<const TargetWork> work,
                                         std::span<const int> ranges);

    /// What was answered last could not be done: note() answers again, unless that has become the
    /// wrong answer, though no target is seen differently since.
    void ask_again() { is_asked_again_ = true; }

    /// What was noted last.
    [[nodiscard]] const std::vector<TargetWork>& last() const { return last_; }

private:
    struct Target {
        double expected = 0;  // of its rate, as a share of the others'
        TargetWork usual;     // what it took of late in the time of calls that kept it busy
        bool is_slow = false;
        bool is_tried = false;     // gets a range, whatever its rate was
        TargetWork doubtful;       // what it did of late since it seems to be slow,
        double rate = 0;           // and its rate then, as a share of what is expected
        int doubts = 0;            // times running that speak for it to be the other thing,
        double doubt_seconds = 0;  // and how much: time lost by a good one, time of a good slow one
        double good_after = 10;    // such seconds
        double idle_seconds = 0;
        double patience_seconds = 4;  // before it is tried again
    };
    /// What all targets did in a call.
    struct Call {
        double usual_rate = 0;  // of good ones; 0 where fewer than two have worked
        double seconds = 0;     // of the busiest
    };

    [[nodiscard]] double rate_of(std::size_t target, const TargetWork& work) const;
    [[nodiscard]] bool was_busy(std::size_t target, const Call& call) const;
    [[nodiscard]] double usual_rate_of(std::size_t target, const Call& call) const;
    [[nodiscard]] Call last_call() const;
    bool consider(std::size_t target, const Call& call);
    bool judge_all(const Call& call, std::span<const int> ranges);
    static bool judge(Target& target, double rate, double lost_seconds, double seconds);
    static bool wait_for(Target& target, double seconds);
    [[nodiscard]] std::vector<int> assign() const;

    std::vector<WatchedRange> ranges_;
    std::vector<int> home_;                   // where these were in the beginning
    std::vector<std::size_t> largest_first_;  // of the ranges
    std::vector<Target> targets_;
    std::vector<TargetWork> last_;
    bool is_asked_again_ = false;
};

}  // namespace weft::parts

// SPDX-License-Identifier: BSD-3-Clause
// Chooses the storage targets of future records by the rates at which targets stored earlier ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::parts {

/// The bytes that a target has stored, and for how long it was busy with them.
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
    std::int64_t weight = 1;        // its share of the work that targets are expected to do
    std::int64_t record_bytes = 1;  // whole indices make this more or less than the weight
    int target = 0;                 // at the beginning
};

/// The expected rate of a target is proportional to the weight of its first ranges. Its rate can
/// only be measured if it has about as much to do as the busiest one: a target that rests sometimes
/// takes more than its rate for a while. So the usual rate is the median of what good ones took in
/// the time of the calls that kept them busy, and at most their present rate. A target that was
/// busy for more than twice as long as at that rate loses time: it is slow if it has lost 0.12
/// seconds, less what it gained meanwhile, in two calls running. So neither small variations nor a
/// single delay make a target slow. A slow target is good again if it was four fifths as fast for
/// ten seconds and three times running; twice as long after each relapse. A device with little to
/// do may seem fast forever, because its reserve suffices for that, and its rate under load is
/// known only under load: it must be tried, but each failed trial costs some tenths of a second.
/// Slow targets get as many ranges as they can store in four fifths of the time of the others. One
/// that gets none is tried again after four seconds of writing, then after twice as many each time.
class TargetWatch {
public:
    TargetWatch(std::span<const WatchedRange> ranges, int target_count);

    /// `work`: of each target since the last call, while the ranges were on `ranges`. Returns the
    /// future targets of the ranges if these should change. The same on every rank that passes the
    /// same values.
    std::optional<std::vector<int>> note(std::span<const TargetWork> work,
                                         std::span<const int> ranges);

    /// The last answer could not be followed: note() gives it again, unless it has become wrong,
    /// even if no target's state has changed since.
    void ask_again() { is_asked_again_ = true; }

    /// The last noted work.
    [[nodiscard]] const std::vector<TargetWork>& last() const { return last_; }

private:
    struct Target {
        double expected = 0;  // its rate, relative to the others
        TargetWork usual;     // recent work in the time of calls that kept it busy
        bool is_slow = false;
        bool is_tried = false;     // gets a range, whatever its rate was
        TargetWork doubtful;       // recent work since its state is in doubt
        double rate = 0;           // the rate of `doubtful`, as a share of the expected one
        int doubts = 0;            // times running that its state seemed wrong
        double doubt_seconds = 0;  // time lost by a good one, time of a slow one that was good
        double good_after = 10;    // such seconds
        double idle_seconds = 0;
        double retry_seconds = 4;  // before it is tried again
    };
    /// The work of all targets in a call.
    struct Call {
        double usual_rate = 0;  // of good ones; 0 if fewer than two have worked
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
    std::vector<int> home_;                   // the targets of the ranges at the beginning
    std::vector<std::size_t> largest_first_;  // of the ranges
    std::vector<Target> targets_;
    std::vector<TargetWork> last_;
    bool is_asked_again_ = false;
};

}  // namespace weft::parts

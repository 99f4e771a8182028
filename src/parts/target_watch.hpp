// SPDX-License-Identifier: BSD-3-Clause
// Which storage targets the records to come are better written to, by what the targets wrote in the
// calls before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::parts {

/// What a target did in a call.
struct TargetWork {
    std::int64_t bytes = 0;
    double seconds = 0;  // for which it was busy
};

/// A target is slow when it wrote less than half of the others' median rate in two calls running,
/// and as good as others again when it wrote four fifths of it in three: one that merely trembles
/// is neither. Slow targets get as many ranges as they can write in the time of others. One that
/// gets none is tried again after some calls, each time after twice as many.
class TargetWatch {
public:
    explicit TargetWatch(int target_count) : targets_(static_cast<std::size_t>(target_count)) {}

    /// After a call. `ranges`: the target of each range, all of the same length. Their targets from
    /// now on, when these should be others. Every rank that hears of the same calls comes to the
    /// same.
    std::optional<std::vector<int>> note(std::span<const TargetWork> call,
                                         std::span<const int> ranges);

private:
    struct Target {
        bool is_slow = false;
        bool is_tried = false;  // gets a range, whatever its rate was
        double rate = 1;        // of a slow one, as a share of the others'
        int doubts = 0;         // calls running that speak for it to be the other thing
        int idle_calls = 0;
        int patience = 16;  // calls before it is tried again
    };

    [[nodiscard]] double usual_rate(std::span<const TargetWork> call) const;
    static bool judge(Target& target, double rate);
    static bool wait_for(Target& target);
    [[nodiscard]] std::vector<int> assign(std::size_t range_count) const;

    std::vector<Target> targets_;
};

}  // namespace weft::parts

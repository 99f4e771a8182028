// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/straight.hpp"

#include <algorithm>

#include "engine/plan/plan.hpp"

namespace weft::engine {
namespace {

/// Whether hints and storage leave the choice. They do not if a hint asks for something else, or if
/// a call to storage waits for a network.
bool may_go_straight(Direction direction, const Options& options, const CostModel& cost) {
    return is_plain_anyway(direction, options) &&
           collective_choice(direction, options) != Choice::enable &&
           (options.method == Method::automatic || options.method == plain_method) &&
           !options.one_host && !posts_writes(cost);
}

std::int64_t most_at_a_time(Direction direction, std::int64_t ranks, const Options& options,
                            const CostModel& cost) {
    if (direction == Direction::get) return ranks;
    return options.aggregators > 0 ? options.aggregators : std::min(2, cost.cores);
}

}  // namespace

bool goes_straight(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                   const CostModel& cost) {
    if (!may_go_straight(direction, options, cost)) return false;
    std::int64_t active = 0;
    for (const Summary& rank : ranks) {
        if (rank.runs > 1 || rank.bytes > longest_straight_run) return false;
        if (rank.bytes > 0) ++active;
    }
    return active <= most_at_a_time(direction, std::ssize(ranks), options, cost);
}

}  // namespace weft::engine

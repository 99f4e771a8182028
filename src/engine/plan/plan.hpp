// SPDX-License-Identifier: BSD-3-Clause
// The method of a call, and what goes with it. Pure: no communication, no files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/method_entry.hpp"
#include "engine/plan/reason.hpp"

namespace weft::engine {

struct Plan {
    Method method = plain_method;
    Reason reason;
    std::int64_t begin = 0;  // access range of all ranks
    std::int64_t end = 0;
    std::int64_t window_bytes = 0;
    Exchange exchange = Exchange::messages;
    int writers = 1;        // shared memory: ranks that may write at a time
    bool rewrites = false;  // puts into shared windows: with all that lies between their bytes
    CostModel cost;         // by which the method was chosen
};

/// Plans a collective call. The plan is the same on all ranks, because the arguments are.
Plan plan_collective(Direction direction, const CallTotals& all, const Options& options,
                     const CostModel& cost, Transport transport = {}, SpaceKind space = {});

/// Plans an independent call, or a call to a file with one rank. `ranks`: how many ranks, this one
/// among them, may be writing at the same time.
Plan plan_independent(Direction direction, const Summary& mine, const Options& options,
                      const CostModel& cost, int ranks = 1, SpaceKind space = {});

/// Whether the ranks bring their bytes together in windows of shared memory.
bool shares_windows(const Plan& plan);

/// The length of the windows that the plan of a collective call wants in the arena. 0: the ranks
/// only take turns in it. Empty: they do not use it.
std::optional<std::int64_t> arena_windows(const Plan& plan, Direction direction);

/// Whether every independent call of one run uses plain_method, whatever its cost.
bool is_plain_anyway(Direction direction, const Options& options);

/// Whether the choice of the method depends on how much two-phase would send between nodes, and
/// `transport` does not say how much that is.
bool depends_on_crossing(Direction direction, const CallTotals& all, const Options& options,
                         const CostModel& cost, Transport transport, SpaceKind space = {});

/// Whether `rewrites` makes a plan for shared windows better: most windows must have holes, and it
/// is faster to read them than to write around them. `ranks`: what each rank puts.
bool should_rewrite_windows(const Plan& plan, const std::vector<Summary>& ranks,
                            const Options& options);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The method of a call, and what goes with it. Pure: no communication, no files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/method_table.hpp"
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

/// The plan of a collective call; identical on all ranks because its arguments are.
Plan plan_collective(Direction direction, const CallTotals& all, const Options& options,
                     const CostModel& cost, Transport transport = {}, SpaceKind space = {});

/// The plan of an independent call, or of a file with one rank. `ranks`: those that may be writing
/// at the same time, too.
Plan plan_independent(Direction direction, const Summary& mine, const Options& options,
                      const CostModel& cost, int ranks = 1, SpaceKind space = {});

/// Whether the ranks bring their bytes together in windows of memory that they share.
bool shares_windows(const Plan& plan);

/// How long the windows are that the plan of a collective call wants in shared memory; 0 where ranks
/// only take turns there; nothing where there is no use for it.
std::optional<std::int64_t> arena_windows(const Plan& plan, Direction direction);

/// Whether the plan of an independent call of one run is always the plain one, whatever it would
/// cost.
bool is_plain_anyway(Direction direction, const Options& options);

/// Whether the method depends on what two-phase would send between nodes, and that is not known.
bool depends_on_crossing(Direction direction, const CallTotals& all, const Options& options,
                         const CostModel& cost, Transport transport, SpaceKind space = {});

/// Whether a plan for shared windows is better with `rewrites`: where there must be holes in most
/// windows, and they are better read than left out. `ranks`: those of the put.
bool should_rewrite_windows(const Plan& plan, const std::vector<Summary>& ranks,
                            const Options& options);

}  // namespace weft::engine

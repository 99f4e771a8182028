// SPDX-License-Identifier: BSD-3-Clause
// Calls of many ranks, for tests of plans.
#pragma once

#include <vector>

#include "engine/plan/plan.hpp"

namespace weft::engine {

inline constexpr Choice choices[] = {Choice::automatic, Choice::enable, Choice::disable};
inline constexpr Direction directions[] = {Direction::put, Direction::get};
inline const CostModel cost;

/// Each rank has a part of its own, in one run.
inline std::vector<Summary> blocks(int ranks, std::int64_t bytes) {
    std::vector<Summary> all;
    for (int rank = 0; rank < ranks; ++rank)
        all.push_back(
            {.begin = rank * bytes, .end = (rank + 1) * bytes, .bytes = bytes, .runs = 1});
    return all;
}

/// Ranks take turns with runs of `run` bytes.
inline std::vector<Summary> interleaved(int ranks, std::int64_t run, std::int64_t runs) {
    std::vector<Summary> all;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::int64_t begin = rank * run;
        all.push_back({.begin = begin,
                       .end = begin + (runs - 1) * ranks * run + run,
                       .bytes = run * runs,
                       .runs = runs});
    }
    return all;
}

/// One rank's runs, `pitch` bytes apart.
inline Summary spaced(std::int64_t run, std::int64_t pitch, std::int64_t runs) {
    return {.begin = 0, .end = (runs - 1) * pitch + run, .bytes = run * runs, .runs = runs};
}

/// The plan of all ranks' call, with what ranks that share memory settle after it.
inline Plan plan_of(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                    const CostModel& costs, Transport transport = {}) {
    Plan plan = plan_collective(direction, totals_of(ranks), options, costs, transport);
    plan.rewrites = direction == Direction::put && shares_windows(plan) &&
                    should_rewrite_windows(plan, ranks, options);
    return plan;
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// Calls so small that a plan takes longer than the call itself.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/cost_model.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/options.hpp"

namespace weft::engine {

/// The longest run of such a call. For longer runs, a plan costs little compared with the bytes.
inline constexpr std::int64_t longest_straight_run = 16 << 10;

/// Whether ranks of one node go straight to the file, each with a system call of its own. They do
/// if no rank has more than one run, and all runs are short. Reads run in parallel. Writes must be
/// no more than a plan lets write at a time: it pays to combine more of them.
bool goes_straight(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                   const CostModel& cost);

}  // namespace weft::engine

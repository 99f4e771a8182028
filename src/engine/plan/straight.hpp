// SPDX-License-Identifier: BSD-3-Clause
// Calls so small that a plan takes longer than the call itself.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/cost_model.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/options.hpp"

namespace weft::engine {

/// Such a call has no longer run. For a longer one, a plan costs little beside the bytes.
inline constexpr std::int64_t longest_straight_run = 16 << 10;

/// Whether ranks of one node go straight to the file, each with a system call of its own. They do
/// if no rank has more than one run, and all runs are short. Reads run side by side. Of writes
/// there may be only as many as a plan lets write at a time: it pays to bring more of them
/// together.
bool goes_straight(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                   const CostModel& cost);

}  // namespace weft::engine

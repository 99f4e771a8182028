// SPDX-License-Identifier: BSD-3-Clause
// Calls so small that thinking about them takes longer than carrying them out.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/cost_model.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/options.hpp"

namespace weft::engine {

/// No run of such a call is longer. Of longer ones a plan costs little beside their bytes.
inline constexpr std::int64_t longest_straight_run = 16 << 10;

/// Whether ranks of one node go straight to the file, each with a system call of its own: none has
/// more than one run, which is short. Reads run side by side; writes only as many as a plan would
/// let write at a time, because more of them are worth being brought together.
bool goes_straight(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                   const CostModel& cost);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The method for ranks on several nodes.
#pragma once

#include "engine/methods/methods.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/twophase/station.hpp"

namespace weft::engine {

/// Collective. Ranks bring their bytes into file order in windows that a few of them own, then each
/// window moves with one call. Paper 2, section 6 (collective I/O). Uniform: plan, pattern; the
/// pattern is that of this call. The status is the same on all ranks.
Outcome run_two_phase(const Request& request, const Context& context, const Plan& plan,
                      twophase::Pattern& pattern, twophase::Station& station, mpi::CommView comm);

}  // namespace weft::engine

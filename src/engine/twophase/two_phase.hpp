// SPDX-License-Identifier: BSD-3-Clause
// The method for ranks on several nodes.
#pragma once

#include <span>

#include "engine/methods/methods.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/twophase/station.hpp"

namespace weft::engine {

/// One of the files of a collective call.
struct TwoPhaseCall {
    const Request& request;  // this rank's
    Context context;
    const Plan& plan;
    twophase::FilePattern& pattern;  // of this call
};

/// Collective. Ranks bring their bytes into file order in windows that a few of them own, then each
/// window moves with one call; of several files one after the other, and no rank waits for others
/// between two. Paper 2, section 6 (collective I/O). Uniform: the files, of which there is at least
/// one, with their plans and patterns. The status is the same on all ranks.
Outcome run_two_phase(std::span<const TwoPhaseCall> files, twophase::Station& station,
                      mpi::CommView comm);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The method for ranks on several nodes, and the entry of two-phase for the table of methods: ranks
// that share memory take windows in it.
#pragma once

#include <span>

#include "engine/methods/methods.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/twophase/node_exchange.hpp"

namespace weft::engine {

/// Collective. Ranks bring their bytes into file order in windows that a few of them own, then each
/// window moves with one call; of several files one after the other, and no rank waits for others
/// between two. Paper 2, section 6 (collective I/O). Uniform: as of FileCall, and the patterns. The
/// status is the same on all ranks.
Outcome run_two_phase(std::span<const FileCall> files, twophase::NodeExchange& node_exchange,
                      mpi::CommView comm);

extern const MethodEntry two_phase_method;

}  // namespace weft::engine

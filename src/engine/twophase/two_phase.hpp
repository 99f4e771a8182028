// SPDX-License-Identifier: BSD-3-Clause
// Two-phase between nodes. By the entry of two-phase in the table of methods, ranks that share
// memory use windows in it, and others exchange messages.
#pragma once

#include <span>

#include "engine/methods/methods.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/twophase/node_exchange.hpp"

namespace weft::engine {

/// Collective. Ranks bring their bytes into file order in windows that a few of them own, then the
/// owner moves each window by one call. Files follow one another; no rank waits for others between
/// two files. Paper 2, section 6 (collective I/O). Uniform: see FileCall; and the patterns. The
/// status is the same on all ranks.
Outcome run_two_phase(std::span<const FileCall> files, twophase::NodeExchange& node_exchange,
                      mpi::CommView comm);

}  // namespace weft::engine

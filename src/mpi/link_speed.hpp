// SPDX-License-Identifier: BSD-3-Clause
// How fast nodes send to each other, measured where it must be known before anything large is sent.
#pragma once

#include "mpi/node_map.hpp"

namespace weft::mpi {

/// Collective. Seconds for each byte that a node sends while it receives as many: of the slowest
/// node, when every node's lowest rank sends to the next node's. 0 on one node. Takes a moment: a
/// node sends 1 MiB. The same on all ranks.
double link_byte_seconds(CommView comm, const NodeMap& nodes);

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
// The rate of the link between nodes, measured before anything large is sent.
#pragma once

#include "mpi/node_map.hpp"

namespace weft::mpi {

/// Collective. Seconds per byte that a node sends while it receives as many: those of the slowest
/// node, when the lowest rank of every node sends to that of the next. 0 on one node. A node sends
/// 1 MiB. The same on all ranks.
double link_byte_seconds(CommView comm, const NodeMap& nodes);

}  // namespace weft::mpi

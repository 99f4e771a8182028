// SPDX-License-Identifier: BSD-3-Clause
// Which ranks of a communicator share memory.
#pragma once

#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// The ranks of each node in rising order; nodes in the order of their lowest ranks. Every rank is
/// on one node, and no node is empty.
class NodeMap {
public:
    /// `node_of_rank[r]`: any number that the ranks of a node have in common, and no others.
    explicit NodeMap(const std::vector<int>& node_of_rank);

    [[nodiscard]] int count() const { return static_cast<int>(members_.size()); }
    [[nodiscard]] int ranks() const { return static_cast<int>(node_of_rank_.size()); }
    [[nodiscard]] int of_rank(int rank) const {
        return node_of_rank_[static_cast<std::size_t>(rank)];
    }
    [[nodiscard]] const std::vector<int>& members(int node) const {
        return members_[static_cast<std::size_t>(node)];
    }

private:
    std::vector<int> node_of_rank_;
    std::vector<std::vector<int>> members_;
};

/// Collective. The nodes as MPI knows them; the same on all ranks.
NodeMap find_nodes(CommView comm);

/// Blocks of neighbouring ranks, of sizes that differ by one at most. `nodes` is brought into the
/// range of 1 to `ranks`.
NodeMap nodes_in_blocks(int ranks, int nodes);

}  // namespace weft::mpi

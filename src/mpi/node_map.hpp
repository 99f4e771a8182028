// SPDX-License-Identifier: BSD-3-Clause
// Which ranks of a communicator share memory, as far as each of them needs to know: of other nodes
// a few ranks, so that a million of them fit in little memory.
#pragma once

#include <algorithm>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// Nodes are numbered in the order of their lowest ranks, and a node's ranks have places in rising
/// order. Every rank is on one node, and no node is empty.
class NodeMap {
public:
    struct Here {
        int node = 0;
        int place = 0;  // among the ranks of the node
    };
    /// `sizes`: how many ranks each node has. `lowest`: of each node most_known() numbers, which
    /// begin with its lowest ranks. `here`: where this rank is.
    NodeMap(std::vector<int> sizes, std::vector<int> lowest, Here here);

    /// How many ranks are known of each of so many nodes: up to 8, and fewer where that would be
    /// more than 1,024 together.
    static int most_known(int nodes) { return std::clamp(1024 / nodes, 1, 8); }

    [[nodiscard]] int count() const { return static_cast<int>(sizes_.size()); }
    [[nodiscard]] int ranks() const { return ranks_; }
    [[nodiscard]] const Here& here() const { return here_; }
    [[nodiscard]] int size(int node) const { return sizes_[static_cast<std::size_t>(node)]; }
    [[nodiscard]] int known(int node) const { return std::min(size(node), most_known(count())); }
    /// place < known(node)
    [[nodiscard]] int rank(int node, int place) const {
        return lowest_[static_cast<std::size_t>(node) *
                           static_cast<std::size_t>(most_known(count())) +
                       static_cast<std::size_t>(place)];
    }

private:
    std::vector<int> sizes_;
    std::vector<int> lowest_;
    int ranks_;
    Here here_;
};

/// Collective. The nodes as MPI knows them; alike on all ranks. Those of a node watch each other
/// from then on (CommView::watch).
NodeMap find_nodes(CommView comm);

/// Blocks of neighbouring ranks, of sizes that differ by one at most, as `rank` sees them. `nodes`
/// is brought into the range of 1 to `ranks`.
NodeMap nodes_in_blocks(int ranks, int nodes, int rank);

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
// Which ranks of a communicator share memory, as far as a rank needs to know: only a few ranks of
// other nodes, so that a million ranks fit in little memory.
#pragma once

#include <algorithm>
#include <vector>

#include "mpi/comm.hpp"

namespace weft::mpi {

/// The nodes of ranks. Nodes are numbered in the order of their lowest ranks; the ranks of a node
/// have places in rising order. Every rank is on one node, and no node is empty.
class NodeMap {
public:
    struct Here {
        int node = 0;
        int place = 0;  // among the ranks of the node
    };
    /// `sizes`: the number of ranks of each node. `lowest`: most_known() numbers for each node,
    /// which begin with its lowest ranks. `here`: the place of this rank.
    NodeMap(std::vector<int> sizes, std::vector<int> lowest, Here here);

    /// The number of known ranks of each node: up to 8, but at most 1,024 together.
    static int most_known(int nodes) { return std::clamp(1024 / nodes, 1, 8); }

    [[nodiscard]] int count() const { return static_cast<int>(sizes_.size()); }
    [[nodiscard]] int ranks() const { return ranks_; }
    [[nodiscard]] const Here& here() const { return here_; }
    [[nodiscard]] int size(int node) const { return sizes_[static_cast<std::size_t>(node)]; }
    [[nodiscard]] int known(int node) const { return std::min(size(node), most_known(count())); }
    /// Requires place < known(node).
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

/// Collective. The nodes as MPI knows them; the same numbering on all ranks. The ranks of a node
/// watch each other from then on (CommView::watch).
NodeMap find_nodes(CommView comm);

/// A map of nodes that are blocks of consecutive ranks, whose sizes differ by at most one, for
/// `rank`. `nodes` is clamped to 1 to `ranks`.
NodeMap nodes_in_blocks(int ranks, int nodes, int rank);

}  // namespace weft::mpi

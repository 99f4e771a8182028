// SPDX-License-Identifier: BSD-3-Clause
// Who leads which domain, and who speaks for a node. Pure: no communication, no files.
#pragma once

#include <cstddef>
#include <vector>

#include "mpi/node_map.hpp"

namespace weft::engine::twophase {

class Roles {
public:
    /// About `wanted` aggregators, spread over the first `leading` nodes; 0: one for each of them.
    /// `file`: the number of the file, which tells with whom its domains begin, so that the first
    /// domains of several small files have an aggregator each.
    Roles(const mpi::NodeMap& nodes, int wanted, int leading, std::size_t file = 0);

    /// More aggregators on a node would only wait for each other.
    static constexpr int most_aggregators_of_node = 8;

    [[nodiscard]] int aggregator_count() const { return static_cast<int>(aggregators_.size()); }
    /// Aggregators come node by node, so that neighbouring domains are led from the same node.
    [[nodiscard]] int aggregator(int domain) const {
        return aggregators_[static_cast<std::size_t>(domain)];
    }
    /// The rank that exchanges with the aggregator of a domain what the ranks of a node have there.
    [[nodiscard]] int speaker(int node, int domain) const;

private:
    const mpi::NodeMap& nodes_;
    std::vector<int> aggregators_;
    std::vector<std::vector<int>> speakers_;  // of each node
};

}  // namespace weft::engine::twophase

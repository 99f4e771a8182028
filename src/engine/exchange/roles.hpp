// SPDX-License-Identifier: BSD-3-Clause
// Who leads which domain, and who speaks for a node. Pure: no communication, no files.
#pragma once

#include <vector>

#include "mpi/node_map.hpp"

namespace weft::engine::exchange {

class Roles {
public:
    /// About `wanted` leaders, spread over the first `leading` nodes; 0: one for each of them.
    Roles(const mpi::NodeMap& nodes, int wanted, int leading);

    /// More leaders on a node would only wait for each other.
    static constexpr int most_leaders_of_node = 8;

    [[nodiscard]] int leader_count() const { return static_cast<int>(leaders_.size()); }
    /// Leaders come node by node, so that neighbouring domains are led from the same node.
    [[nodiscard]] int leader(int domain) const {
        return leaders_[static_cast<std::size_t>(domain)];
    }
    /// The rank that exchanges with the leader of a domain what the ranks of a node have there.
    [[nodiscard]] int speaker(int node, int domain) const;

private:
    const mpi::NodeMap& nodes_;
    std::vector<int> leaders_;
    std::vector<std::vector<int>> speakers_;  // of each node: its leaders, or its first rank
};

}  // namespace weft::engine::exchange

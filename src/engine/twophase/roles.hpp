// SPDX-License-Identifier: BSD-3-Clause
// Who leads which domain, and which rank of a node exchanges for it. Pure: no communication, no files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/node_map.hpp"

namespace weft::engine::twophase {

class Roles {
public:
    /// More aggregators than that would keep no storage busier, and each of them costs all nodes
    /// messages.
    static constexpr int most_aggregators = 1024;

    /// About `wanted` aggregators, spread over the first `leading` nodes; 0: one for each of them.
    /// No more of a node than are known of it: they would only wait for each other. `nodes` must
    /// stay.
    Roles(const mpi::NodeMap& nodes, int wanted, int leading);

    /// The aggregator of that number, counted round and round, gets domain 0, so that those of
    /// several small files go to all aggregators in turn.
    void begin_with(std::int64_t number);

    [[nodiscard]] int aggregator_count() const { return static_cast<int>(seats_.size()); }
    /// Aggregators come node by node, so that neighbouring domains are led from the same node.
    [[nodiscard]] int aggregator(int domain) const { return seat(domain).rank; }
    /// The node of that aggregator.
    [[nodiscard]] int node_of(int domain) const { return seat(domain).node; }

    /// This rank leads the domain.
    [[nodiscard]] bool leads(int domain) const;
    /// This rank exchanges with the aggregator of the domain what its node has there. Of a node's
    /// ranks one does: the aggregator, if it is one of them. The other domains are shared by those
    /// who lead none, if there are any: nothing would leave who is busy with a window.
    [[nodiscard]] bool is_delegate_for(int domain) const;

private:
    struct Seat {
        int rank = 0;
        int node = 0;
        int place = 0;
    };
    [[nodiscard]] const Seat& seat(int domain) const {
        return seats_[static_cast<std::size_t>(domain)];
    }

    const mpi::NodeMap& nodes_;
    std::vector<Seat> seats_;      // by domain
    int aggregators_of_node_ = 0;  // of this one
};

}  // namespace weft::engine::twophase

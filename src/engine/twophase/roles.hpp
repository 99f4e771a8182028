// SPDX-License-Identifier: BSD-3-Clause
// Decides which rank leads a domain, and which rank of a node exchanges with it. Pure: no
// communication, no files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/node_map.hpp"

namespace weft::engine::twophase {

class Roles {
public:
    /// The most aggregators. More would keep no storage busier, and each of them costs messages to
    /// all nodes.
    static constexpr int most_aggregators = 1024;

    /// Spreads about `wanted` aggregators over the first `leading` nodes; 0: one for each of them.
    /// Takes no more ranks of a node than the map knows of it. `nodes` outlives this.
    Roles(const mpi::NodeMap& nodes, int wanted, int leading);

    /// Gives domain 0 to the aggregator of that number, counted round and round, so that domains of
    /// several small files go to all aggregators in turn.
    void begin_with(std::int64_t number);

    [[nodiscard]] int aggregator_count() const { return static_cast<int>(seats_.size()); }
    /// Aggregators are numbered node by node, so that ranks of one node lead neighbouring domains.
    [[nodiscard]] int aggregator(int domain) const { return seat(domain).rank; }
    /// The node of that aggregator.
    [[nodiscard]] int node_of(int domain) const { return seat(domain).node; }

    /// Whether this rank leads the domain.
    [[nodiscard]] bool leads(int domain) const;
    /// Whether this rank exchanges what its node has in the domain with the domain's aggregator.
    /// One rank of each node does: the aggregator itself on its own node. The ranks that lead no
    /// domain share the other domains, if there are such ranks: one that is busy with a window
    /// sends late.
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

// SPDX-License-Identifier: BSD-3-Clause
// Communicators for ranks that meet on their node first, and then let one rank of each node speak
// for the others.
#pragma once

#include "mpi/comm.hpp"
#include "mpi/node_map.hpp"

namespace weft::mpi {

class NodeComms {
public:
    /// All ranks as on one node. Makes no communicator: `all` outlives it.
    static NodeComms flat(CommView all) { return NodeComms(all); }
    /// Collective. Throws Failure.
    static NodeComms create(CommView all, const NodeMap& nodes);

    /// The ranks of this node. Its rank 0 is the node's lowest rank, which speaks for it.
    [[nodiscard]] CommView node() const { return node_.is_open() ? node_.view() : all_; }
    [[nodiscard]] bool speaks() const { return node().rank() == 0; }
    [[nodiscard]] bool has_several_nodes() const { return speakers_.is_open(); }
    /// Those that speak for their nodes; called by them alone, where there are several nodes.
    [[nodiscard]] CommView speakers() const { return speakers_.view(); }
    /// Collective. Frees the communicators.
    void close();

private:
    explicit NodeComms(CommView all) : all_(all) {}

    CommView all_;
    Comm node_;
    Comm speakers_;  // elsewhere: the ranks that do not speak
};

}  // namespace weft::mpi

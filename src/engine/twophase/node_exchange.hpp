// SPDX-License-Identifier: BSD-3-Clause
// What exchanges between nodes keep with a communicator: which ranks share memory, and the memory
// that they share.
#pragma once

#include <memory>

#include "engine/twophase/node_buffer.hpp"
#include "mpi/comm.hpp"
#include "mpi/node_map.hpp"

namespace weft::engine::twophase {

class NodeExchange {
public:
    /// Collective. Where a node has no memory to share, every rank counts as a node of its own.
    /// Uniform: nodes.
    static NodeExchange create(mpi::CommView comm, mpi::NodeMap nodes);

    [[nodiscard]] const mpi::NodeMap& nodes() const { return nodes_; }
    [[nodiscard]] NodeBuffer& node_buffer() { return *node_buffer_; }

private:
    NodeExchange(mpi::NodeMap nodes, std::unique_ptr<NodeBuffer> node_buffer)
        : nodes_(std::move(nodes)), node_buffer_(std::move(node_buffer)) {}

    mpi::NodeMap nodes_;
    std::unique_ptr<NodeBuffer> node_buffer_;
};

}  // namespace weft::engine::twophase

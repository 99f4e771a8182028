// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/node_exchange.hpp"

#include <algorithm>
#include <array>

#include "engine/twophase/roles.hpp"

namespace weft::engine::twophase {
namespace {

/// A number for each domain there can be, and one more.
int columns_for(const mpi::NodeMap& nodes) {
    return 1 + Roles(nodes, nodes.ranks(), nodes.count()).aggregator_count();
}

std::unique_ptr<NodeBuffer> create_on_nodes(mpi::CommView comm, const mpi::NodeMap& nodes) {
    if (nodes.count() == 1) return NodeBuffer::create(comm, columns_for(nodes));
    Result<mpi::Comm> node = mpi::Comm::split(comm, nodes.here().node);
    if (!node.ok()) return nullptr;
    std::unique_ptr<NodeBuffer> made = NodeBuffer::create(node.value().view(), columns_for(nodes));
    node.value().close();
    return made;
}

std::unique_ptr<NodeBuffer> open_node_buffer(mpi::CommView comm, const mpi::NodeMap& nodes) {
    if (nodes.count() == nodes.ranks()) return NodeBuffer::of_one_rank(columns_for(nodes));
    std::unique_ptr<NodeBuffer> node_buffer = create_on_nodes(comm, nodes);
    std::array everybody_has_one = {std::int64_t{node_buffer == nullptr ? 0 : 1}};
    comm.all_reduce_min(everybody_has_one);
    if (everybody_has_one[0] == 0) node_buffer.reset();
    return node_buffer;
}

}  // namespace

NodeExchange NodeExchange::create(mpi::CommView comm, mpi::NodeMap nodes) {
    std::unique_ptr<NodeBuffer> node_buffer = open_node_buffer(comm, nodes);
    if (node_buffer != nullptr) return {std::move(nodes), std::move(node_buffer)};
    nodes = mpi::nodes_in_blocks(comm.size(), comm.size(), comm.rank());
    node_buffer = open_node_buffer(comm, nodes);
    return {std::move(nodes), std::move(node_buffer)};
}

}  // namespace weft::engine::twophase

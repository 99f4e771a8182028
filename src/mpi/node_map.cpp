// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/node_map.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <span>

namespace weft::mpi {

NodeMap::NodeMap(const std::vector<int>& node_of_rank) {
    std::map<int, int> numbers;
    for (const int name : node_of_rank) {
        const auto [found, is_new] = numbers.try_emplace(name, count());
        if (is_new) members_.emplace_back();
        members_[static_cast<std::size_t>(found->second)].push_back(ranks());
        node_of_rank_.push_back(found->second);
    }
}

NodeMap find_nodes(CommView comm) {
    // A node's name is the lowest of its ranks, which is rank 0 of its own communicator.
    std::array name{comm.rank()};
    Result<Comm> node = Comm::split_by_node(comm);
    if (node.ok()) {
        node.value().view().broadcast(std::as_writable_bytes(std::span(name)), 0);
        node.value().close();
    }
    const std::vector<std::byte> bytes = comm.all_gather(std::as_bytes(std::span(name)));
    std::vector<int> names(static_cast<std::size_t>(comm.size()));
    std::memcpy(names.data(), bytes.data(), bytes.size());
    return NodeMap(names);
}

NodeMap nodes_in_blocks(int ranks, int nodes) {
    nodes = std::clamp(nodes, 1, ranks);
    std::vector<int> names;
    for (int rank = 0; rank < ranks; ++rank)
        names.push_back(static_cast<int>(std::int64_t{rank} * nodes / ranks));
    return NodeMap(names);
}

}  // namespace weft::mpi

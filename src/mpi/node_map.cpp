// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/node_map.hpp"

#include <array>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

#include "mpi/processes.hpp"

namespace weft::mpi {
namespace {

template <class Number>
std::vector<Number> numbers_in(const std::vector<std::byte>& bytes) {
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

/// Collective over a node, whose ranks are `members`; the first ranks of nodes meet in `firsts`.
/// Returns for each node, one after the other, its size and its lowest ranks.
std::vector<int> tell_each_other(CommView node, CommView firsts, const std::vector<int>& members) {
    std::vector<std::byte> all;
    if (node.rank() == 0) {
        std::vector<int> mine(1 + static_cast<std::size_t>(NodeMap::most_known(firsts.size())));
        mine[0] = node.size();
        std::copy_n(members.begin(), std::min(members.size(), mine.size() - 1), mine.begin() + 1);
        all = firsts.all_gather(std::as_bytes(std::span(mine)));
    }
    node.broadcast(all, 0);
    return numbers_in<int>(all);
}

}  // namespace

NodeMap::NodeMap(std::vector<int> sizes, std::vector<int> lowest, Here here)
    : sizes_(std::move(sizes)),
      lowest_(std::move(lowest)),
      ranks_(std::accumulate(sizes_.begin(), sizes_.end(), 0)),
      here_(here) {}

NodeMap find_nodes(CommView comm) {
    Result<Comm> node = Comm::split_by_node(comm);
    if (!node.ok()) return nodes_in_blocks(comm.size(), comm.size(), comm.rank());
    const CommView mine = node.value().view();
    Result<Comm> firsts = Comm::split(comm, mine.rank() == 0 ? 0 : 1);
    if (!firsts.ok()) {
        node.value().close();
        return nodes_in_blocks(comm.size(), comm.size(), comm.rank());
    }
    const std::array process = {own_process()};
    comm.watch(numbers_in<std::int64_t>(mine.all_gather(std::as_bytes(std::span(process)))));
    const std::array here = {comm.rank()};
    const std::vector<int> members =
        numbers_in<int>(mine.all_gather(std::as_bytes(std::span(here))));
    std::array place = {firsts.value().view().rank(), firsts.value().view().size()};
    mine.broadcast(std::as_writable_bytes(std::span(place)), 0);
    const std::vector<int> told = tell_each_other(mine, firsts.value().view(), members);
    const auto [number, count] = place;
    const auto known = static_cast<std::size_t>(NodeMap::most_known(count));
    std::vector<int> sizes;
    std::vector<int> lowest;
    for (auto one = told.begin(); one != told.end(); one += 1 + std::ptrdiff_t(known)) {
        sizes.push_back(*one);
        lowest.insert(lowest.end(), one + 1, one + 1 + std::ptrdiff_t(known));
    }
    const NodeMap nodes(std::move(sizes), std::move(lowest), {number, mine.rank()});
    firsts.value().close();
    node.value().close();
    return nodes;
}

NodeMap nodes_in_blocks(int ranks, int nodes, int rank) {
    nodes = std::clamp(nodes, 1, ranks);
    const auto begin_of = [&](std::int64_t node) {
        return static_cast<int>((node * ranks + nodes - 1) / nodes);
    };
    std::vector<int> sizes;
    std::vector<int> lowest;
    const auto own = static_cast<int>(std::int64_t{rank} * nodes / ranks);
    for (int node = 0; node < nodes; ++node) {
        sizes.push_back(begin_of(node + 1) - begin_of(node));
        for (int place = 0; place < NodeMap::most_known(nodes); ++place)
            lowest.push_back(begin_of(node) + place);
    }
    return {std::move(sizes), std::move(lowest), {own, rank - begin_of(own)}};
}

}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/node_map.hpp"

#include <gtest/gtest.h>

#include <array>

#include "mpi/mpi_test_world.hpp"
#include "mpi/test_nodes.hpp"

namespace weft::mpi {
namespace {

TEST(NodeMap, NumbersNodesByTheirLowestRanks) {
    const TestNodes nodes({7, 3, 7, 3, 9});
    const NodeMap map = nodes.seen_by(3);
    EXPECT_EQ(map.count(), 3);
    EXPECT_EQ(map.ranks(), 5);
    EXPECT_EQ(map.here().node, 1);
    EXPECT_EQ(map.here().place, 1);
    for (int node = 0; node < 3; ++node) {
        ASSERT_EQ(map.size(node), std::ssize(nodes.members(node)));
        for (int place = 0; place < map.known(node); ++place)
            EXPECT_EQ(map.rank(node, place), nodes.members(node)[static_cast<std::size_t>(place)]);
    }
}

TEST(NodeMap, BlocksDifferByOneRankAtMost) {
    for (int ranks = 1; ranks <= 20; ++ranks) {
        for (int nodes = 1; nodes <= ranks; ++nodes) {
            std::vector<int> seen(static_cast<std::size_t>(nodes));
            for (int rank = 0; rank < ranks; ++rank) {
                const NodeMap map = nodes_in_blocks(ranks, nodes, rank);
                ASSERT_EQ(map.count(), nodes);
                ASSERT_EQ(map.ranks(), ranks);
                const auto [node, place] = map.here();
                EXPECT_EQ(map.rank(node, 0) + place, rank);
                EXPECT_EQ(place, seen[static_cast<std::size_t>(node)]++);
            }
            const NodeMap map = nodes_in_blocks(ranks, nodes, 0);
            for (int node = 0; node < nodes; ++node) {
                EXPECT_EQ(map.size(node), seen[static_cast<std::size_t>(node)]);
                EXPECT_GE(map.size(node), ranks / nodes);
                EXPECT_LE(map.size(node), (ranks + nodes - 1) / nodes);
            }
        }
    }
}

TEST(NodeMap, MoreNodesThanRanksAreRanks) {
    EXPECT_EQ(nodes_in_blocks(3, 100, 0).count(), 3);
    EXPECT_EQ(nodes_in_blocks(3, 0, 0).count(), 1);
}

TEST(NodeMap, OfManyNodesFewRanksAreKnown) {
    EXPECT_EQ(nodes_in_blocks(64, 2, 0).known(1), 8);
    EXPECT_EQ(nodes_in_blocks(6, 2, 0).known(1), 3);
    EXPECT_EQ(nodes_in_blocks(1 << 14, 1 << 8, 0).known(1), 4);
    EXPECT_EQ(nodes_in_blocks(1 << 20, 1 << 14, 0).known(1), 1);
    EXPECT_EQ(nodes_in_blocks(1 << 20, 1 << 14, 70).rank(2, 0), 128);
}

TEST(NodeMap, AllRanksFindTheSameNodes) {
    const CommView world = test_world();
    const NodeMap map = find_nodes(world);
    ASSERT_EQ(map.ranks(), world.size());
    // A rank's own node has the size that MPI says, and all ranks agree about the nodes.
    Result<Comm> node = Comm::split_by_node(world);
    ASSERT_TRUE(node.ok());
    EXPECT_EQ(map.size(map.here().node), node.value().view().size());
    EXPECT_EQ(map.here().place, node.value().view().rank());
    if (map.here().place < map.known(map.here().node)) {
        EXPECT_EQ(map.rank(map.here().node, map.here().place), world.rank());
    }
    node.value().close();
    std::vector<std::int64_t> lowest;
    for (int number = 0; number < map.count(); ++number) {
        lowest.push_back(map.size(number));
        for (int place = 0; place < map.known(number); ++place)
            lowest.push_back(map.rank(number, place));
    }
    std::vector<std::int64_t> highest = lowest;
    world.all_reduce_min(lowest);
    world.all_reduce_max(highest);
    EXPECT_EQ(lowest, highest);
}

}  // namespace
}  // namespace weft::mpi

// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/node_map.hpp"

#include <gtest/gtest.h>

#include <array>

#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

using Ranks = std::vector<int>;

TEST(NodeMap, NumbersNodesByTheirLowestRanks) {
    const NodeMap map({7, 3, 7, 3, 9});
    EXPECT_EQ(map.count(), 3);
    EXPECT_EQ(map.ranks(), 5);
    EXPECT_EQ(map.members(0), (Ranks{0, 2}));
    EXPECT_EQ(map.members(1), (Ranks{1, 3}));
    EXPECT_EQ(map.members(2), (Ranks{4}));
    EXPECT_EQ(map.of_rank(3), 1);
}

TEST(NodeMap, BlocksDifferByOneRankAtMost) {
    for (int ranks = 1; ranks <= 20; ++ranks) {
        for (int nodes = 1; nodes <= ranks; ++nodes) {
            const NodeMap map = nodes_in_blocks(ranks, nodes);
            ASSERT_EQ(map.count(), nodes);
            for (int node = 0; node < nodes; ++node) {
                const Ranks& members = map.members(node);
                EXPECT_GE(std::ssize(members), ranks / nodes);
                EXPECT_LE(std::ssize(members), (ranks + nodes - 1) / nodes);
                EXPECT_EQ(members.back() - members.front() + 1, std::ssize(members));
            }
        }
    }
}

TEST(NodeMap, MoreNodesThanRanksAreRanks) {
    EXPECT_EQ(nodes_in_blocks(3, 100).count(), 3);
    EXPECT_EQ(nodes_in_blocks(3, 0).count(), 1);
}

TEST(NodeMap, AllRanksFindTheSameNodes) {
    const CommView world = test_world();
    const NodeMap map = find_nodes(world);
    ASSERT_EQ(map.ranks(), world.size());
    // A rank's own node is as large as MPI says, and everybody agrees on who is where.
    Result<Comm> node = Comm::split_by_node(world);
    ASSERT_TRUE(node.ok());
    EXPECT_EQ(std::ssize(map.members(map.of_rank(world.rank()))), node.value().view().size());
    node.value().close();
    std::vector<std::int64_t> lowest;
    for (int rank = 0; rank < map.ranks(); ++rank) lowest.push_back(map.of_rank(rank));
    std::vector<std::int64_t> highest = lowest;
    world.all_reduce_min(lowest);
    world.all_reduce_max(highest);
    EXPECT_EQ(lowest, highest);
}

}  // namespace
}  // namespace weft::mpi

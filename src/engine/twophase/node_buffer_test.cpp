// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/node_buffer.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/twophase/node_exchange.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::engine::twophase {
namespace {

bool no_work() {
    return false;
}

TEST(NodeBuffer, MembersSeeEachOthersRowsAndBytesAfterAMeeting) {
    NodeExchange node_exchange = NodeExchange::create(
        mpi::test_world(),
        mpi::nodes_in_blocks(mpi::test_world().size(), 1, mpi::test_world().rank()));
    NodeBuffer& node_buffer = node_exchange.node_buffer();
    const int members = node_buffer.members();
    EXPECT_EQ(members, node_exchange.nodes().size(0));
    for (std::uint32_t turn = 0; turn < 500; ++turn) {
        const std::uint32_t half = turn % 2;
        const std::int64_t mine = turn * 100 + static_cast<std::uint32_t>(node_buffer.member());
        node_buffer.row(half, node_buffer.member())[1] = mine;
        std::memcpy(node_buffer.room(half) + node_buffer.member() * 8, &mine, 8);
        ASSERT_TRUE(node_buffer.meet({}, no_work));
        for (int member = 0; member < members; ++member) {
            EXPECT_EQ(node_buffer.row(half, member)[1], turn * 100 + static_cast<unsigned>(member));
            std::int64_t theirs = 0;
            std::memcpy(&theirs, node_buffer.room(half) + member * 8, 8);
            EXPECT_EQ(theirs, turn * 100 + static_cast<unsigned>(member));
        }
    }
}

TEST(NodeBufferOnSeveralRanks, PretendedNodesShareNothing) {
    const mpi::CommView world = mpi::test_world();
    NodeExchange node_exchange =
        NodeExchange::create(world, mpi::nodes_in_blocks(world.size(), 2, world.rank()));
    EXPECT_EQ(node_exchange.nodes().count(), 2);
    NodeBuffer& node_buffer = node_exchange.node_buffer();
    const int node = node_exchange.nodes().here().node;
    EXPECT_EQ(node_buffer.members(), node_exchange.nodes().size(node));
    if (node_buffer.member() == 0) node_buffer.row(0, 0)[0] = node + 7;
    world.barrier();
    EXPECT_EQ(node_buffer.row(0, 0)[0], node + 7);
    world.barrier();
}

TEST(NodeBuffer, ARankByItselfMeetsNobody) {
    const std::unique_ptr<NodeBuffer> node_buffer = NodeBuffer::of_one_rank(3);
    EXPECT_EQ(node_buffer->members(), 1);
    EXPECT_EQ(node_buffer->row(1, 0).size(), 3U);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(node_buffer->meet({}, no_work));
}

}  // namespace
}  // namespace weft::engine::twophase

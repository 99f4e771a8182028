// SPDX-License-Identifier: BSD-3-Clause
#include "engine/exchange/roles.hpp"

#include <gtest/gtest.h>

#include <set>

namespace weft::engine::exchange {
namespace {

TEST(Roles, OneLeaderOfEachNodeUnlessAskedOtherwise) {
    const mpi::NodeMap nodes = mpi::nodes_in_blocks(10, 3);
    const Roles roles(nodes, 0, nodes.count());
    ASSERT_EQ(roles.leader_count(), 3);
    for (int domain = 0; domain < 3; ++domain)
        EXPECT_EQ(roles.leader(domain), nodes.members(domain).front());
}

TEST(Roles, LeadersAreDifferentRanksSpreadOverTheNodes) {
    const mpi::NodeMap nodes({0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0});
    for (int wanted = 1; wanted <= 15; ++wanted) {
        const Roles roles(nodes, wanted, nodes.count());
        EXPECT_EQ(roles.leader_count(),
                  std::min(wanted, 8 + 1 + 2));  // no more than eight of a node
        std::set<int> leaders;
        std::vector<int> of_node(3);
        for (int domain = 0; domain < roles.leader_count(); ++domain) {
            EXPECT_TRUE(leaders.insert(roles.leader(domain)).second);
            ++of_node[static_cast<std::size_t>(nodes.of_rank(roles.leader(domain)))];
        }
        EXPECT_EQ(of_node[1], wanted >= 2 ? 1 : 0);
        EXPECT_EQ(of_node[2], wanted >= 5 ? 2 : wanted >= 3 ? 1 : 0);
    }
}

TEST(Roles, OnlyTheFirstNodesLeadWhereTheOthersMustNotTouchTheFile) {
    const mpi::NodeMap nodes = mpi::nodes_in_blocks(12, 4);
    for (int leading = 1; leading <= 4; ++leading) {
        EXPECT_EQ(Roles(nodes, 0, leading).leader_count(), leading);
        const Roles roles(nodes, 12, leading);
        EXPECT_EQ(roles.leader_count(), 3 * leading);
        for (int domain = 0; domain < roles.leader_count(); ++domain) {
            EXPECT_LT(nodes.of_rank(roles.leader(domain)), leading);
            for (int node = 0; node < nodes.count(); ++node)
                EXPECT_EQ(nodes.of_rank(roles.speaker(node, domain)), node);
        }
    }
}

TEST(Roles, ANodeSpeaksThroughItsLeadersAndWithItsOwnLeadersDirectly) {
    const mpi::NodeMap nodes = mpi::nodes_in_blocks(12, 4);
    for (int wanted = 1; wanted <= 12; ++wanted) {
        const Roles roles(nodes, wanted, nodes.count());
        for (int domain = 0; domain < roles.leader_count(); ++domain) {
            for (int node = 0; node < nodes.count(); ++node) {
                const int speaker = roles.speaker(node, domain);
                EXPECT_EQ(nodes.of_rank(speaker), node);
                if (nodes.of_rank(roles.leader(domain)) == node) {
                    EXPECT_EQ(speaker, roles.leader(domain));
                }
            }
        }
    }
}

}  // namespace
}  // namespace weft::engine::exchange

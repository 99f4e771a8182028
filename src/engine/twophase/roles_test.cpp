// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/roles.hpp"

#include <gtest/gtest.h>

#include <set>

namespace weft::engine::twophase {
namespace {

TEST(Roles, OneAggregatorOfEachNodeUnlessAskedOtherwise) {
    const mpi::NodeMap nodes = mpi::nodes_in_blocks(10, 3);
    const Roles roles(nodes, 0, nodes.count());
    ASSERT_EQ(roles.aggregator_count(), 3);
    for (int domain = 0; domain < 3; ++domain)
        EXPECT_EQ(roles.aggregator(domain), nodes.members(domain).front());
}

TEST(Roles, AggregatorsAreDifferentRanksSpreadOverTheNodes) {
    const mpi::NodeMap nodes({0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0});
    for (int wanted = 1; wanted <= 15; ++wanted) {
        const Roles roles(nodes, wanted, nodes.count());
        EXPECT_EQ(roles.aggregator_count(),
                  std::min(wanted, 8 + 1 + 2));  // no more than eight of a node
        std::set<int> aggregators;
        std::vector<int> of_node(3);
        for (int domain = 0; domain < roles.aggregator_count(); ++domain) {
            EXPECT_TRUE(aggregators.insert(roles.aggregator(domain)).second);
            ++of_node[static_cast<std::size_t>(nodes.of_rank(roles.aggregator(domain)))];
        }
        EXPECT_EQ(of_node[1], wanted >= 2 ? 1 : 0);
        EXPECT_EQ(of_node[2], wanted >= 5 ? 2 : wanted >= 3 ? 1 : 0);
    }
}

TEST(Roles, OnlyTheFirstNodesLeadWhereTheOthersMustNotTouchTheFile) {
    const mpi::NodeMap nodes = mpi::nodes_in_blocks(12, 4);
    for (int leading = 1; leading <= 4; ++leading) {
        EXPECT_EQ(Roles(nodes, 0, leading).aggregator_count(), leading);
        const Roles roles(nodes, 12, leading);
        EXPECT_EQ(roles.aggregator_count(), 3 * leading);
        for (int domain = 0; domain < roles.aggregator_count(); ++domain) {
            EXPECT_LT(nodes.of_rank(roles.aggregator(domain)), leading);
            for (int node = 0; node < nodes.count(); ++node)
                EXPECT_EQ(nodes.of_rank(roles.speaker(node, domain)), node);
        }
    }
}

TEST(Roles, ANodeSpeaksThroughRanksThatLeadNothingAndWithItsOwnAggregatorsDirectly) {
    const mpi::NodeMap nodes = mpi::nodes_in_blocks(12, 4);
    for (int wanted = 1; wanted <= 12; ++wanted) {
        const Roles roles(nodes, wanted, nodes.count());
        std::vector<std::set<int>> leading(4);  // of each node
        for (int domain = 0; domain < roles.aggregator_count(); ++domain) {
            const int aggregator = roles.aggregator(domain);
            leading[static_cast<std::size_t>(nodes.of_rank(aggregator))].insert(aggregator);
        }
        for (int domain = 0; domain < roles.aggregator_count(); ++domain) {
            for (int node = 0; node < nodes.count(); ++node) {
                const int speaker = roles.speaker(node, domain);
                EXPECT_EQ(nodes.of_rank(speaker), node);
                if (nodes.of_rank(roles.aggregator(domain)) == node) {
                    EXPECT_EQ(speaker, roles.aggregator(domain));
                } else {
                    const std::set<int>& busy = leading[static_cast<std::size_t>(node)];
                    EXPECT_EQ(busy.contains(speaker), busy.size() == 3) << "all three lead";
                }
            }
        }
    }
}

}  // namespace
}  // namespace weft::engine::twophase

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/roles.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mpi/test_nodes.hpp"

namespace weft::engine::twophase {
namespace {

TEST(Roles, OneAggregatorOfEachNodeUnlessAskedOtherwise) {
    const auto nodes = mpi::TestNodes::in_blocks(10, 3);
    const mpi::NodeMap map = nodes.seen_by(4);
    const Roles roles(map, 0, nodes.count());
    ASSERT_EQ(roles.aggregator_count(), 3);
    for (int domain = 0; domain < 3; ++domain)
        EXPECT_EQ(roles.aggregator(domain), nodes.members(domain).front());
}

TEST(Roles, AggregatorsAreDifferentRanksSpreadOverTheNodes) {
    const mpi::TestNodes nodes({0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0});
    const mpi::NodeMap map = nodes.seen_by(0);
    for (int wanted = 1; wanted <= 15; ++wanted) {
        const Roles roles(map, wanted, nodes.count());
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

TEST(Roles, FewAggregatorsAreOnNodesAtEqualDistances) {
    const auto nodes = mpi::TestNodes::in_blocks(16, 8);
    const mpi::NodeMap map = nodes.seen_by(0);
    const Roles roles(map, 3, 8);
    ASSERT_EQ(roles.aggregator_count(), 3);
    EXPECT_EQ(roles.node_of(0), 0);
    EXPECT_EQ(roles.node_of(1), 2);
    EXPECT_EQ(roles.node_of(2), 5);
}

TEST(Roles, ThereAreNotMoreAggregatorsThanStorageCanUse) {
    const mpi::NodeMap map = mpi::nodes_in_blocks(1 << 20, 1 << 14, 0);
    const Roles roles(map, 0, map.count());
    EXPECT_EQ(roles.aggregator_count(), Roles::most_aggregators);
    EXPECT_EQ(roles.node_of(Roles::most_aggregators - 1), (1 << 14) - 16);
}

TEST(Roles, OnlyTheFirstNodesLeadWhereTheOthersMustNotTouchTheFile) {
    const auto nodes = mpi::TestNodes::in_blocks(12, 4);
    const mpi::NodeMap map = nodes.seen_by(11);
    for (int leading = 1; leading <= 4; ++leading) {
        EXPECT_EQ(Roles(map, 0, leading).aggregator_count(), leading);
        const Roles roles(map, 12, leading);
        EXPECT_EQ(roles.aggregator_count(), 3 * leading);
        for (int domain = 0; domain < roles.aggregator_count(); ++domain)
            EXPECT_LT(nodes.of_rank(roles.aggregator(domain)), leading);
    }
}

TEST(Roles, OneRankOfEachNodeSpeaksForADomainAndItsAggregatorForItself) {
    const mpi::TestNodes nodes({0, 1, 1, 1, 2, 2, 0, 0, 3, 2});
    for (int wanted = 1; wanted <= 10; ++wanted) {
        std::vector<mpi::NodeMap> maps;
        for (int rank = 0; rank < nodes.ranks(); ++rank) maps.push_back(nodes.seen_by(rank));
        const int domains = Roles(maps[0], wanted, nodes.count()).aggregator_count();
        for (int domain = 0; domain < domains; ++domain) {
            std::vector<int> delegates(static_cast<std::size_t>(nodes.count()));
            for (int rank = 0; rank < nodes.ranks(); ++rank) {
                const Roles roles(maps[static_cast<std::size_t>(rank)], wanted, nodes.count());
                EXPECT_EQ(roles.leads(domain), roles.aggregator(domain) == rank);
                EXPECT_EQ(roles.node_of(domain), nodes.of_rank(roles.aggregator(domain)));
                if (!roles.is_delegate_for(domain)) continue;
                ++delegates[static_cast<std::size_t>(nodes.of_rank(rank))];
                if (nodes.of_rank(rank) == roles.node_of(domain)) {
                    EXPECT_TRUE(roles.leads(domain));
                    continue;
                }
                // A rank that leads a domain is the delegate for other domains only if all ranks of
                // its node lead one.
                bool leads_any = false;
                for (int other = 0; other < domains; ++other)
                    leads_any = leads_any || roles.leads(other);
                if (!leads_any) continue;
                for (const int member : nodes.members(nodes.of_rank(rank))) {
                    const Roles of(maps[static_cast<std::size_t>(member)], wanted, nodes.count());
                    bool member_leads = false;
                    for (int other = 0; other < domains; ++other)
                        member_leads = member_leads || of.leads(other);
                    EXPECT_TRUE(member_leads);
                }
            }
            EXPECT_EQ(delegates, std::vector<int>(static_cast<std::size_t>(nodes.count()), 1));
        }
    }
}

}  // namespace
}  // namespace weft::engine::twophase

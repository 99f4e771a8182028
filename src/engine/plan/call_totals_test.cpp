// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/call_totals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/plan/plan.hpp"

namespace weft::engine {
namespace {

Summary random_rank(std::mt19937_64& random) {
    const auto number = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
    };
    Summary rank{.write_level = random() & 7U, .read_level = random() & 7U};
    if (number(4) == 0) return rank;
    rank.begin = number(1000);
    rank.end = rank.begin + 1 + number(1000);
    rank.bytes = 1 + number(rank.end - rank.begin);
    rank.runs = 1 + number(rank.bytes);
    rank.in_order = number(8) == 0 ? 1 : 0;
    return rank;
}

TEST(CallTotals, OfPartsMakeThoseOfAllWhateverTheParts) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 1000; ++round) {
        std::vector<Summary> ranks(1 + random() % 9);
        for (Summary& rank : ranks) rank = random_rank(random);
        const CallTotals all = totals_of(ranks);
        std::vector<CallTotals> parts(1 + random() % 4);
        for (const Summary& rank : ranks) parts[random() % parts.size()].add(rank);
        CallTotals sum;
        for (const CallTotals& part : parts) sum.add(part);
        ASSERT_EQ(sum, all);
    }
}

TEST(CallTotals, AsNumbersAreReducedOneByOne) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 1000; ++round) {
        std::vector<Summary> ranks(1 + random() % 5);
        for (Summary& rank : ranks) rank = random_rank(random);
        TotalsNumbers sum = numbers_of(totals_of(ranks.front()));
        for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
            const TotalsNumbers one = numbers_of(totals_of(ranks[rank]));
            for (std::size_t i = 0; i < sum.least.size(); ++i)
                sum.least[i] = std::min(sum.least[i], one.least[i]);
            for (std::size_t i = 0; i < sum.sums.size(); ++i) sum.sums[i] += one.sums[i];
        }
        ASSERT_EQ(totals_of(sum), totals_of(ranks));
    }
}

TEST(CallTotals, AreOfTheRanksThatHaveBytes) {
    std::vector<Summary> ranks(5);  // ranks without bytes say 0 for everything
    ranks[1] = {.begin = 700, .end = 800, .bytes = 50, .runs = 5};
    ranks[3] = {.begin = 300, .end = 750, .bytes = 450, .runs = 2};
    const CallTotals all = totals_of(ranks);
    const CallTotals expected{.ranks = 5,
                              .active = 2,
                              .begin = 300,
                              .end = 800,
                              .bytes = 500,
                              .runs = 7,
                              .ranges = 550,
                              .with_holes = 1,
                              .ranges_with_holes = 100,
                              .most_bytes = 450,
                              .most_runs = 5,
                              .most_ranges = 450,
                              .comes_back = true};
    EXPECT_EQ(all, expected);
    EXPECT_EQ(union_of_access_ranges(ranks), 500);
}

}  // namespace
}  // namespace weft::engine

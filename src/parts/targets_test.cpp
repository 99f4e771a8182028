// SPDX-License-Identifier: BSD-3-Clause
#include "parts/targets.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "base/test_seeds.hpp"

namespace weft::parts {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(Targets, OfOneRateGetTheSame) {
    EXPECT_EQ(weights_of_targets(Numbers{100, 100, 100, 100}), (Numbers{64, 64, 64, 64}));
    EXPECT_EQ(weights_of_targets(Numbers{95, 108, 100, 91}), (Numbers{64, 64, 64, 64}));
}

TEST(Targets, ThatAreSlowAreLeftOut) {
    EXPECT_EQ(weights_of_targets(Numbers{100, 20, 100, 100}), (Numbers{64, 0, 64, 64}));
    EXPECT_EQ(weights_of_targets(Numbers{3, 1000, 2, 900, 4}), (Numbers{0, 64, 0, 64, 0}));
}

TEST(Targets, ThatAreManyAreWorthIt) {
    Numbers rates(11, 300);
    rates[4] = 1000;
    const Numbers weights = weights_of_targets(rates);
    EXPECT_EQ(weights[4], 64);
    EXPECT_EQ(weights[0], 19);
}

TEST(Targets, ThatCannotBeUsedAreNot) {
    EXPECT_EQ(weights_of_targets(Numbers{0, 5, 0}), (Numbers{0, 64, 0}));
    EXPECT_EQ(weights_of_targets(Numbers{0, 0}), (Numbers{0, 0}));
    EXPECT_EQ(weights_of_targets(Numbers{}), Numbers{});
}

/// Bytes per second if each target gets its share and all wait for the last.
double rate_of_all(const Numbers& rates, const Numbers& weights) {
    const auto sum =
        static_cast<double>(std::accumulate(weights.begin(), weights.end(), std::int64_t{0}));
    double longest = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double share = static_cast<double>(weights[i]) / sum;
        if (weights[i] > 0) longest = std::max(longest, share / static_cast<double>(rates[i]));
    }
    return 1 / longest;
}

TEST(Targets, ComeNearTheBestTotal) {
    for (const std::uint64_t seed : test_seeds(1000, 1)) {
        std::mt19937_64 random(seed);
        Numbers rates(1 + random() % 156);
        for (std::int64_t& rate : rates)
            rate = 1 + static_cast<std::int64_t>(random() % (random() % 2 == 0 ? 1000 : 100));
        const auto best =
            static_cast<double>(std::accumulate(rates.begin(), rates.end(), std::int64_t{0}));
        EXPECT_GE(rate_of_all(rates, weights_of_targets(rates)), 0.7 * best) << replay_of(seed);
    }
}

TEST(Targets, AreAlikeWithinAFifthWhenAllHaveShownTheirRate) {
    const auto alike = [](std::vector<std::int64_t> rates) { return are_alike(rates); };
    EXPECT_TRUE(alike({100, 81, 90}));
    EXPECT_TRUE(alike({100, -1, 90})) << "one is unusable";
    EXPECT_FALSE(alike({100, 79, 90}));
    EXPECT_FALSE(alike({100, 0, 100})) << "one has no result yet";
    EXPECT_FALSE(alike({-1, -1}));
    EXPECT_FALSE(alike({0, 0}));
    EXPECT_FALSE(alike({}));
}

}  // namespace
}  // namespace weft::parts

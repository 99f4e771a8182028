// SPDX-License-Identifier: BSD-3-Clause
#include "stage/put_ranges.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <random>
#include <string>

#include "base/test_seeds.hpp"

namespace weft::stage {
namespace {

TEST(PutRanges, RangesThatShareAByteTouch) {
    PutRanges ranges;
    ranges.add({10, 20});
    EXPECT_TRUE(ranges.touches({19, 30}));
    EXPECT_TRUE(ranges.touches({0, 11}));
    EXPECT_TRUE(ranges.touches({12, 13}));
    EXPECT_FALSE(ranges.touches({20, 30}));
    EXPECT_FALSE(ranges.touches({0, 10}));
    EXPECT_FALSE(ranges.touches({15, 15})) << "no byte";
    ranges.forget();
    EXPECT_FALSE(ranges.touches({0, 100}));
}

TEST(PutRanges, StepsOfAProgramAreOneInterval) {
    PutRanges ranges;
    for (std::int64_t step = 0; step < 1000; ++step) ranges.add({step * 100, step * 100 + 100});
    EXPECT_EQ(ranges.count(), 1U);
}

TEST(PutRanges, ThereAreNeverMoreThanABound) {
    PutRanges ranges;
    for (std::int64_t i = 0; i < 5000; ++i) {
        const std::int64_t begin = i * 7919 % 5000 * 100;
        ranges.add({begin, begin + 10});
        EXPECT_LE(ranges.count(), PutRanges::most_intervals);
    }
    for (std::int64_t i = 0; i < 5000; ++i) EXPECT_TRUE(ranges.touches({i * 100, i * 100 + 1}));
}

TEST(PutRanges, TheyAreWhatWasAdded) {
    constexpr std::int64_t space = 128;
    for (const std::uint64_t seed : test_seeds(200)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const auto below = [&](std::int64_t n) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
        };
        PutRanges ranges;
        std::bitset<space> expected;
        for (int n = 0; n < 12; ++n) {
            const std::int64_t begin = below(space);
            const std::int64_t end = begin + below(space - begin + 1);
            ranges.add({begin, end});
            for (std::int64_t i = begin; i < end; ++i) expected.set(static_cast<std::size_t>(i));
        }
        for (std::int64_t i = 0; i < space; ++i)
            EXPECT_EQ(ranges.touches({i, i + 1}), expected[static_cast<std::size_t>(i)]);
    }
}

}  // namespace
}  // namespace weft::stage

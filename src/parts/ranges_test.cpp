// SPDX-License-Identifier: BSD-3-Clause
#include "parts/ranges.hpp"

#include <gtest/gtest.h>

namespace weft::parts {
namespace {

using Weights = std::vector<std::int64_t>;

TEST(Ranges, AllIndicesHaveOnePart) {
    for (const Weights& weights :
         {Weights{1}, Weights{1, 1, 1}, Weights{5, 0, 1}, Weights{0, 3, 3, 3}}) {
        for (std::int64_t length = 0; length < 40; ++length) {
            const Ranges ranges(length, weights);
            std::int64_t index = 0;
            for (int part = 0; part < ranges.part_count(); ++part) {
                ASSERT_EQ(ranges.of_part(part).begin, index);
                for (; index < ranges.of_part(part).end; ++index)
                    ASSERT_EQ(ranges.part_of(index), part);
            }
            ASSERT_EQ(index, length);
        }
    }
}

TEST(Ranges, SharesFollowTheWeights) {
    const Ranges ranges(1000, Weights{3, 1, 0});
    EXPECT_EQ(ranges.of_part(0).length(), 750);
    EXPECT_EQ(ranges.of_part(1).length(), 250);
    EXPECT_TRUE(ranges.of_part(2).empty());
}

TEST(Ranges, LargeNumbersDoNotOverflow) {
    constexpr std::int64_t large = std::int64_t{1} << 62;
    EXPECT_EQ(Ranges(large, Weights{Ranges::largest_weight - 1, 1}).of_part(1).length(),
              large / Ranges::largest_weight);
}

TEST(Steps, EveryRangeOfEverySmallBlock) {
    for (std::int64_t start = 0; start < 6; ++start) {
        for (std::int64_t stride = 1; stride < 5; ++stride) {
            for (std::int64_t count = 0; count < 6; ++count) {
                for (std::int64_t begin = 0; begin < 20; ++begin) {
                    for (std::int64_t end = begin; end < 20; ++end) {
                        const Steps steps = steps_in({begin, end}, start, count, stride);
                        std::int64_t below = 0;
                        std::int64_t within = 0;
                        for (std::int64_t i = 0; i < count; ++i) {
                            const std::int64_t index = start + i * stride;
                            below += index < begin ? 1 : 0;
                            within += index >= begin && index < end ? 1 : 0;
                        }
                        ASSERT_EQ(steps.count, within);
                        ASSERT_EQ(steps.first, below);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace weft::parts

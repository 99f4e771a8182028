// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace weft {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(Checked, SumsAndProductsThatFitAreExact) {
    EXPECT_EQ(checked_add<std::int64_t>(largest - 1, 1), largest);
    EXPECT_EQ(checked_mul<std::int64_t>(largest / 2, 2), largest - 1);
}

TEST(Checked, OverflowIsNothing) {
    EXPECT_FALSE(checked_add<std::int64_t>(largest, 1));
    EXPECT_FALSE(checked_mul<std::int64_t>(largest / 2 + 1, 2));
    EXPECT_FALSE(checked_round_up(largest, 4));
}

TEST(Checked, RoundUpReachesTheNextMultiple) {
    EXPECT_EQ(checked_round_up(0, 512), 0);
    EXPECT_EQ(checked_round_up(1, 512), 512);
    EXPECT_EQ(checked_round_up(512, 512), 512);
    EXPECT_EQ(round_up(513, 512), 1024);
}

}  // namespace
}  // namespace weft

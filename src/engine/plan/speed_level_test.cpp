// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/speed_level.hpp"

#include <gtest/gtest.h>

namespace weft::engine {
namespace {

constexpr double call = 100e-6;  // as predicted

void add(SpeedLevel& level, double slowness, int calls) {
    for (int i = 0; i < calls; ++i) level.add(call, slowness * call);
}

TEST(SpeedLevel, StaysWhereCallsTakeWhatWasPredicted) {
    SpeedLevel level;
    add(level, 0.5, 1000);
    EXPECT_EQ(level.level(), 0);
    add(level, 1.5, 1000);
    EXPECT_EQ(level.level(), 0);
}

TEST(SpeedLevel, DoesNotMoveForOneLateCall) {
    SpeedLevel level;
    add(level, 1, 500);
    add(level, 100, 1);
    add(level, 1, 500);
    EXPECT_EQ(level.level(), 0);
}

TEST(SpeedLevel, FollowsStorageThatBecomesSlowAndFastAgain) {
    SpeedLevel level;
    add(level, 1, 1000);
    add(level, 16, 3000);
    EXPECT_EQ(level.level(), 2);
    EXPECT_EQ(slowness_of(level.level()), 16);
    add(level, 1, 10000);
    EXPECT_EQ(level.level(), 0);
}

/// Storage that is as near to one level as to the next must not change plans with every call.
TEST(SpeedLevel, HoldsBetweenTwoLevels) {
    SpeedLevel level;
    add(level, 4, 3000);
    ASSERT_EQ(level.level(), 1);
    for (int i = 0; i < 100; ++i) {
        add(level, i % 2 == 0 ? 7 : 9, 1000);
        EXPECT_EQ(level.level(), 1);
    }
}

TEST(SpeedLevel, HasAnEnd) {
    SpeedLevel level;
    add(level, 1e9, 1000);
    EXPECT_EQ(level.level(), SpeedLevel::most);
}

}  // namespace
}  // namespace weft::engine

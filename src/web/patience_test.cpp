// SPDX-License-Identifier: BSD-3-Clause
#include "web/patience.hpp"

#include <gtest/gtest.h>

namespace weft::web {
namespace {

Clock::time_point at(double seconds) {
    return Clock::time_point(std::chrono::duration_cast<Clock::duration>(Seconds(seconds)));
}

TEST(Patience, PausesLongerAndLonger) {
    Patience patience(30);
    double before = 0;
    for (int i = 0; i < 6; ++i) {
        const auto pause = patience.pause_after(at(i), {}, false);
        ASSERT_TRUE(pause.has_value());
        EXPECT_GT(pause->count(), before);
        before = pause->count();
    }
    EXPECT_EQ(patience.failures(), 6);
}

TEST(Patience, EndsAfterItsTime) {
    Patience patience(30);
    EXPECT_TRUE(patience.pause_after(at(0), {}, false).has_value());
    EXPECT_LE(patience.pause_after(at(29.5), {}, false)->count(), 0.5);
    EXPECT_FALSE(patience.pause_after(at(30), {}, false).has_value());
}

TEST(Patience, BeginsAnewWhenSomethingCame) {
    Patience patience(30);
    EXPECT_TRUE(patience.pause_after(at(0), {}, false).has_value());
    patience.gained();
    EXPECT_TRUE(patience.pause_after(at(31), {}, false).has_value());
    EXPECT_EQ(patience.failures(), 1);
}

TEST(Patience, GivesUpSoonerWhereNobodyEverAnswered) {
    Patience patience(30);
    EXPECT_TRUE(patience.pause_after(at(0), {}, true).has_value());
    EXPECT_FALSE(patience.pause_after(at(6), {}, true).has_value());
}

TEST(Patience, WaitsAsLongAsTheServerWants) {
    Patience patience(30);
    EXPECT_EQ(patience.pause_after(at(0), 7, false)->count(), 7);
    EXPECT_FALSE(patience.pause_after(at(10), 21, false).has_value());
}

}  // namespace
}  // namespace weft::web

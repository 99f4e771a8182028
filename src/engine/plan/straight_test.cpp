// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/straight.hpp"

#include <gtest/gtest.h>

#include "engine/plan/test_calls.hpp"

namespace weft::engine {
namespace {

constexpr Direction put = Direction::put;
constexpr Direction get = Direction::get;

bool goes(Direction direction, const std::vector<Summary>& ranks, const Options& options = {},
          const CostModel& costs = cost) {
    return goes_straight(direction, ranks, options, costs);
}

TEST(StraightCalls, HaveOneShortRunOfEachRank) {
    for (const Direction direction : directions) {
        EXPECT_TRUE(goes(direction, blocks(2, 8)));
        EXPECT_TRUE(goes(direction, blocks(2, longest_straight_run)));
        EXPECT_FALSE(goes(direction, blocks(2, longest_straight_run + 1)));
        EXPECT_FALSE(goes(direction, interleaved(2, 8, 2)));
    }
}

TEST(StraightCalls, ReadSideBySideAndWriteAFewAtATime) {
    EXPECT_TRUE(goes(get, blocks(1000, 8)));
    EXPECT_FALSE(goes(put, blocks(3, 8)));
    std::vector<Summary> mostly_idle(1000);
    mostly_idle[7] = mostly_idle[8] = blocks(1, 8).front();
    EXPECT_TRUE(goes(put, mostly_idle));
    EXPECT_FALSE(goes(put, blocks(2, 8), {.aggregators = 1}));
    EXPECT_TRUE(goes(put, blocks(3, 8), {.aggregators = 3}));
}

TEST(StraightCalls, AreNotMadeAgainstHints) {
    for (const Direction direction : directions) {
        EXPECT_TRUE(goes(direction, blocks(2, 8), {.method = Method::direct}));
        for (const Method method : {Method::sieve, Method::two_phase, Method::reference})
            EXPECT_FALSE(goes(direction, blocks(2, 8), {.method = method}));
        EXPECT_FALSE(goes(direction, blocks(2, 8),
                          {.collective_read = Choice::enable, .collective_write = Choice::enable}));
        EXPECT_FALSE(goes(direction, blocks(2, 8),
                          {.sieve_read = Choice::enable, .sieve_write = Choice::enable}));
        EXPECT_FALSE(goes(direction, blocks(2, 8), {.one_host = true}));
    }
}

TEST(StraightCalls, AreNotMadeToStorageFarAway) {
    CostModel far;
    far.round_trip = 1e-3;
    CostModel takes_shapes;
    takes_shapes.prefers_shapes = true;
    for (const Direction direction : directions) {
        EXPECT_FALSE(goes(direction, blocks(2, 8), {}, far));
        EXPECT_FALSE(goes(direction, blocks(2, 8), {}, takes_shapes));
    }
}

}  // namespace
}  // namespace weft::engine

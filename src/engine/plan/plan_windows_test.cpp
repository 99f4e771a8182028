// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "engine/plan/plan.hpp"
#include "engine/plan/test_calls.hpp"

namespace weft::engine {
namespace {

struct WindowCase {
    int ranks = 2;
    std::int64_t access_range = 64 << 20;
    std::int64_t hint = 1 << 20;
    Exchange exchange = Exchange::shared_memory;
    CostModel cost = {};
};

std::int64_t window_in(const WindowCase& given) {
    const Options options{.method = Method::two_phase, .window_bytes = given.hint};
    std::int64_t planned = 0;
    for (const Direction direction : directions) {
        const Plan plan = plan_of(direction, blocks(given.ranks, given.access_range / given.ranks),
                                  options, given.cost, {.exchange = given.exchange});
        if (planned != 0) {
            EXPECT_EQ(plan.window_bytes, planned) << "gets use the memory of puts";
        }
        planned = plan.window_bytes;
    }
    return planned;
}

TEST(PlanOfSharedWindows, SharedWindowsGrowWithWhatItCostsToPassThemOn) {
    EXPECT_EQ(window_in({.ranks = 2}), 128 << 10);
    EXPECT_EQ(window_in({.ranks = 4}), 256 << 10);
    EXPECT_EQ(window_in({.ranks = 8}), 512 << 10);
    EXPECT_EQ(window_in({.ranks = 256}), 1 << 20);
    EXPECT_EQ(window_in({.cost = {.write_call = 1e-3}}), 1 << 20);
}

TEST(PlanOfSharedWindows, ShortAccessRangesGetShortSharedWindowsAndNoneIsLongerThanItsHint) {
    EXPECT_EQ(window_in({.ranks = 8, .access_range = 3 << 20}), 128 << 10);
    EXPECT_EQ(window_in({.access_range = 1 << 20}), 64 << 10);
    EXPECT_EQ(window_in({.access_range = 1000}), 64 << 10);
    EXPECT_EQ(window_in({.hint = 1000}), 1000);
    EXPECT_EQ(window_in({.access_range = 1 << 20, .exchange = Exchange::messages}), 1 << 20);
}

/// Two ranks take turns with runs of `run` bytes, `pitch` bytes from one to the next.
bool rewrites(std::int64_t run, std::int64_t pitch, Choice hint = Choice::automatic,
              Direction direction = Direction::put) {
    std::vector<Summary> ranks;
    for (const std::int64_t begin : {std::int64_t{0}, pitch}) {
        Summary rank = spaced(run, 2 * pitch, 1000);
        rank.begin += begin;
        rank.end += begin;
        ranks.push_back(rank);
    }
    const Options options{.method = Method::two_phase, .sieve_write = hint};
    return plan_of(direction, ranks, options, cost, {.exchange = Exchange::shared_memory}).rewrites;
}

TEST(PlanOfSharedWindows, SharedWindowsAreRewrittenWhereTheyHaveHolesThatAreBetterRead) {
    EXPECT_TRUE(rewrites(8, 64));
    EXPECT_FALSE(rewrites(8, 8)) << "no holes";
    EXPECT_FALSE(rewrites(8, 64, Choice::disable));
    EXPECT_FALSE(rewrites(8, 64, Choice::automatic, Direction::get));
    EXPECT_FALSE(rewrites(8, 1 << 20)) << "islands";
    EXPECT_TRUE(rewrites(8, 1 << 20, Choice::enable));
}

/// If most windows are whole or empty, none can be expected to have holes.
TEST(PlanOfSharedWindows, SharedWindowsAreNotRewrittenWhereMostHaveNoRun) {
    EXPECT_FALSE(rewrites(8, 40'000'000)) << "a range of 80 GB";
    EXPECT_FALSE(rewrites(1 << 20, 2 << 20)) << "runs longer than windows";
}

TEST(PlanOfSharedWindows, AHintEnablesSharedWindowsOnlyWhereTheyHoldData) {
    const auto method = [](std::int64_t pitch) {
        const std::vector<Summary> ranks(2, spaced(8, pitch, 10));
        const Options options{.collective_read = Choice::enable,
                              .collective_write = Choice::enable};
        const Transport node{.exchange = Exchange::shared_memory};
        const Method put = plan_of(Direction::put, ranks, options, cost, node).method;
        EXPECT_EQ(plan_of(Direction::get, ranks, options, cost, node).method, put);
        return put;
    };
    EXPECT_EQ(method(8), Method::two_phase);
    EXPECT_EQ(method(1 << 20), Method::two_phase);
    EXPECT_EQ(method(std::int64_t{8} << 30), Method::direct);
}

TEST(PlanOfSharedWindows, SharedWindowsBetweenTheAccessRangesOfRanksAreNoHoles) {
    std::vector<Summary> ranks = blocks(2, 1 << 20);
    ranks[1].begin += 100 << 20;
    ranks[1].end += 100 << 20;
    const Options options{.method = Method::two_phase, .sieve_write = Choice::enable};
    const Transport node{.exchange = Exchange::shared_memory};
    EXPECT_FALSE(plan_of(Direction::put, ranks, options, cost, node).rewrites);
    ranks[1].bytes -= 1;
    EXPECT_TRUE(plan_of(Direction::put, ranks, options, cost, node).rewrites);
}

TEST(PlanOfSharedWindows, TwoRanksAtATimeWriteDirectPutsAndOneWritesSharedWindows) {
    const auto writers = [](Method method, int hint) {
        const Options options{.method = method, .aggregators = hint};
        return plan_of(Direction::put, blocks(4, 1 << 20), options, cost).writers;
    };
    EXPECT_EQ(writers(Method::direct, 0), 2);
    EXPECT_EQ(writers(Method::two_phase, 0), 1);
    EXPECT_EQ(writers(Method::direct, 3), 3);
}

}  // namespace
}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// Plans for storage that is far away, takes shapes, or has several writers.
#include <gtest/gtest.h>

#include <vector>

#include "engine/plan/plan.hpp"

namespace weft::engine {
namespace {

/// The summary of one rank's runs, `pitch` bytes apart.
Summary spaced(std::int64_t run, std::int64_t pitch, std::int64_t runs) {
    return {.begin = 0, .end = (runs - 1) * pitch + run, .bytes = run * runs, .runs = runs};
}

/// The speed of a link: 10 ms there and back, 100 MB per second, no known page cache.
storage::Speed of_link() {
    return {.write_call = 20e-6,
            .read_call = 20e-6,
            .write_byte = 10e-9,
            .read_byte = 10e-9,
            .new_page = 0,
            .new_island = 0,
            .round_trip = 10e-3};
}

TEST(CostOfFarStorage, ReadsWaitForTheirAnswersAndWritesShareOne) {
    const CostModel link = measured_cost(of_link());
    CostModel no_way = link;
    no_way.round_trip = 0;
    const Summary runs = spaced(512, 64 << 10, 10);
    EXPECT_EQ(plan_independent(Direction::get, runs, {}, no_way).method, Method::direct);
    EXPECT_EQ(plan_independent(Direction::get, runs, {}, link).method, Method::sieve);
    for (const CostModel& each : {link, no_way})
        EXPECT_EQ(plan_independent(Direction::put, runs, {}, each).method, Method::direct);
    EXPECT_NEAR(
        plan_independent(Direction::put, runs, {}, link).reason.of(Method::direct).value() -
            plan_independent(Direction::put, runs, {}, no_way).reason.of(Method::direct).value(),
        link.round_trip, 1e-6);
    EXPECT_TRUE(posts_writes(link));
    EXPECT_FALSE(posts_writes({}));
}

TEST(CostOfFarStorage, StorageThatTakesShapesGetsRunsAndNoHoles) {
    storage::Speed speed = of_link();
    speed.prefers_shapes = true;
    const CostModel shapes = measured_cost(speed);
    for (const Direction direction : {Direction::put, Direction::get}) {
        for (const std::int64_t pitch : {10, 16, 1000, 100'000}) {
            const Summary runs = spaced(8, pitch, 1000);
            EXPECT_EQ(plan_independent(direction, runs, {}, shapes).method, Method::direct);
        }
    }
    EXPECT_FALSE(rewriting_pays({100, 50, 20}, shapes));
}

/// Ranks that each read what lies between their runs fetch it several times; windows fetch it once.
TEST(CostOfFarStorage, GapsThatAreReadOverBelongToTheCost) {
    storage::Speed speed = of_link();
    speed.prefers_shapes = true;
    const auto method = [&](const std::vector<Summary>& ranks) {
        return plan_collective(Direction::get, totals_of(ranks), {}, measured_cost(speed),
                               {.exchange = Exchange::shared_memory})
            .method;
    };
    const std::vector<Summary> columns(4, spaced(512, 2048, 32768));
    std::vector<Summary> rows;
    for (std::int64_t i = 0; i < 4; ++i)
        rows.push_back({.begin = i << 24, .end = (i + 1) << 24, .bytes = 1 << 24, .runs = 1});
    EXPECT_EQ(method(columns), Method::direct);
    speed.read_over = 100e3;
    EXPECT_EQ(method(columns), Method::two_phase);
    EXPECT_EQ(method(rows), Method::direct) << "there are no gaps";
}

TEST(CostOfFarStorage, SharedWindowsOfReadsWaitForTheirAnswers) {
    // Two ranks take turns of 256 bytes of 8 MiB.
    const std::vector<Summary> halves(2, spaced(256, 512, 16384));
    storage::Speed speed = of_link();
    speed.prefers_shapes = true;
    const auto plan = [&](Direction direction) {
        return plan_collective(direction, totals_of(halves), {}, measured_cost(speed),
                               {.exchange = Exchange::shared_memory});
    };
    EXPECT_GT(plan(Direction::get).window_bytes, plan(Direction::put).window_bytes);
    const Plan far = plan(Direction::get);
    const double windows = (8 << 20) / static_cast<double>(far.window_bytes);
    EXPECT_GT(*far.reason.of(Method::two_phase), windows * speed.round_trip / 2);
    EXPECT_EQ(far.method, Method::direct);
}

TEST(CostOfFarStorage, SeveralWritersWriteWhereThatHelps) {
    std::vector<Summary> blocks;
    for (const std::int64_t begin : {0, 1, 2, 3})
        blocks.push_back(
            {.begin = begin << 20, .end = (begin + 1) << 20, .bytes = 1 << 20, .runs = 1});
    storage::Speed speed = of_link();
    const auto plan = [&] {
        return plan_collective(Direction::put, totals_of(blocks), {}, measured_cost(speed),
                               {.exchange = Exchange::shared_memory});
    };
    const Plan one_at_a_time = plan();
    speed.writers = 4;
    EXPECT_EQ(plan().writers, 4);
    EXPECT_LT(*plan().reason.of(Method::direct), *one_at_a_time.reason.of(Method::direct) / 2);
}

}  // namespace
}  // namespace weft::engine

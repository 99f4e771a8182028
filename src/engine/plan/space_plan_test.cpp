// SPDX-License-Identifier: BSD-3-Clause
// How calls to a space with a target are planned.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/test_seeds.hpp"
#include "engine/plan/test_calls.hpp"
#include "engine/plan/test_methods.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

/// Hints of all kinds.
template <class Use>
void for_each_hint(Use&& use) {
    for (const Method method : methods_and_automatic())
        for (const Choice sieving : choices)
            for (const Choice together : choices)
                for (const bool one_host : {false, true})
                    use(Options{.method = method,
                                .collective_read = together,
                                .collective_write = together,
                                .sieve_read = sieving,
                                .sieve_write = sieving,
                                .one_host = one_host});
}

/// The totals of ranks that each touch so many bytes of whole units.
CallTotals in_units_of(std::vector<Summary> ranks, std::int64_t unit_bytes) {
    for (Summary& rank : ranks) rank.unit_bytes = unit_bytes;
    return totals_of(ranks);
}

TEST(PlanOfATarget, RanksMeetInWindowsOfWholeUnitsToPutWhateverHintsSay) {
    Random random(1);
    for_each_hint([&](Options options) {
        for (const Exchange exchange : {Exchange::messages, Exchange::shared_memory}) {
            const std::int64_t unit = random.between(1, random.one_in(2) ? 8 : 1 << 22);
            options.window_bytes = random.between(1, 1 << 21);
            const auto ranks = random.one_in(2) ? blocks(4, 8) : interleaved(4, 8, 1000);
            const Plan plan =
                plan_collective(Direction::put, totals_of(ranks), options, cost,
                                {.exchange = exchange}, {.is_file = false, .unit = unit});
            EXPECT_EQ(plan.method, Method::two_phase);
            EXPECT_EQ(plan.exchange, Exchange::messages);
            EXPECT_EQ(plan.window_bytes % unit, 0);
            EXPECT_GT(plan.window_bytes, 0);
            EXPECT_LE(plan.window_bytes, std::max(unit, options.window_bytes));
            EXPECT_EQ(plan_collective(Direction::put, {}, options, cost, {.exchange = exchange},
                                      {.is_file = false, .unit = unit})
                          .reason.text(),
                      "nothing to move");
        }
    });
}

/// Four ranks interleave bytes that complete units of this length; `space`: what else holds.
Exchange exchange_of_put(std::int64_t unit, SpaceKind space,
                         Exchange exchange = Exchange::shared_memory) {
    space.is_file = false;
    space.unit = unit;
    const auto ranks = interleaved(4, unit / 4, 8);
    const Plan plan =
        plan_collective(Direction::put, totals_of(ranks), {}, cost, {.exchange = exchange}, space);
    EXPECT_EQ(plan.window_bytes % unit, 0);
    EXPECT_EQ(plan.method, Method::two_phase);
    return plan.exchange;
}

TEST(PlanOfATarget, UnitsThatRanksOfANodeCompleteGoThroughMemoryThatTheyShare) {
    constexpr std::int64_t unit = 1 << 20;
    EXPECT_EQ(exchange_of_put(unit, {.are_whole_units = true}), Exchange::shared_memory);
    EXPECT_EQ(exchange_of_put(unit, {.are_whole_units = true}, Exchange::messages),
              Exchange::messages);
    EXPECT_EQ(exchange_of_put(unit, {.are_whole_units = false}), Exchange::messages);
    // Values that wait for the rest of a unit are in the memory of one rank.
    EXPECT_EQ(exchange_of_put(unit, {.only_owners_load = true, .are_whole_units = true}),
              Exchange::messages);
    EXPECT_EQ(exchange_of_put(64 * unit, {.are_whole_units = true}), Exchange::messages);
}

Method method_of_get(const CallTotals& all, std::int64_t unit, const Options& options = {}) {
    return plan_collective(Direction::get, all, options, cost, {}, {.is_file = false, .unit = unit})
        .method;
}

TEST(PlanOfATarget, RanksThatWantUnitsOfTheirOwnGetThemWithoutOthers) {
    constexpr std::int64_t unit = 1 << 20;
    const CallTotals side_by_side = in_units_of(blocks(4, 8 * unit), 8 * unit);
    EXPECT_EQ(method_of_get(side_by_side, unit), Method::sieve);
    EXPECT_EQ(method_of_get(side_by_side, unit, {.method = Method::two_phase}), Method::two_phase);
    // A few bytes of each unit, but of no unit that another rank wants.
    std::vector<Summary> sparse = blocks(4, 8 * unit);
    for (Summary& rank : sparse) rank.bytes = 100;
    EXPECT_EQ(method_of_get(in_units_of(sparse, 8 * unit), unit), Method::sieve);
    // Every fourth unit is a rank's.
    const auto alternating = interleaved(4, unit, 100);
    EXPECT_EQ(method_of_get(in_units_of(alternating, 100 * unit), unit), Method::sieve);
}

TEST(PlanOfATarget, RanksThatWantTheSameUnitsMeetToGetThem) {
    constexpr std::int64_t unit = 1 << 20;
    const auto alternating = interleaved(4, unit / 4, 100);
    EXPECT_EQ(method_of_get(in_units_of(alternating, 100 * unit), unit), Method::two_phase);
}

TEST(PlanOfATarget, RanksWhoseCutsLieInsideUnitsMeetIfTheseAreMoreThanAnEighth) {
    constexpr std::int64_t unit = 1 << 20;
    // Each rank has every fourth byte of its units, and neighbours have one unit in common.
    const auto with_units = [&](std::int64_t units_of_a_rank) {
        std::vector<Summary> ranks(4);
        for (std::int64_t i = 0; i < 4; ++i) {
            Summary& rank = ranks[static_cast<std::size_t>(i)];
            rank.begin = i * (units_of_a_rank - 1) * unit;
            rank.end = rank.begin + units_of_a_rank * unit;
            rank.bytes = units_of_a_rank * unit / 4;
            rank.runs = units_of_a_rank * unit / 16;
            rank.unit_bytes = units_of_a_rank * unit;
        }
        return totals_of(ranks);
    };
    EXPECT_EQ(method_of_get(with_units(20), unit), Method::sieve);
    EXPECT_EQ(method_of_get(with_units(4), unit), Method::two_phase);
}

TEST(PlanOfATarget, RanksThatPutWholeUnitsStoreThemWithoutOthers) {
    constexpr std::int64_t unit = 1 << 20;
    const auto method_of_put = [&](const CallTotals& all, const Options& options) {
        return plan_collective(Direction::put, all, options, cost, {},
                               {.is_file = false, .unit = unit})
            .method;
    };
    const CallTotals whole = in_units_of(blocks(4, 8 * unit), 8 * unit);
    EXPECT_EQ(method_of_put(whole, {}), Method::sieve);
    EXPECT_EQ(method_of_put(whole, {.collective_write = Choice::enable}), Method::sieve);
    EXPECT_EQ(method_of_put(whole, {.method = Method::two_phase}), Method::two_phase);
    std::vector<Summary> one_in_part = blocks(4, 8 * unit);
    for (Summary& rank : one_in_part) rank.unit_bytes = rank.bytes;
    ++one_in_part.back().unit_bytes;
    EXPECT_EQ(method_of_put(totals_of(one_in_part), {}), Method::two_phase);
}

TEST(PlanOfATarget, ARankOnItsOwnHasWindowsToo) {
    for_each_hint([&](const Options& options) {
        for (const Direction direction : directions) {
            const Summary one_run{.begin = 0, .end = 8, .bytes = 8, .runs = 1};
            EXPECT_EQ(plan_independent(direction, one_run, options, cost, 1,
                                       {.is_file = false, .unit = 64})
                          .method,
                      Method::sieve);
        }
    });
}

}  // namespace
}  // namespace weft::engine

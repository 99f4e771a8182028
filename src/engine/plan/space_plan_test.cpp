// SPDX-License-Identifier: BSD-3-Clause
// How calls to a space with a target are planned.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/test_seeds.hpp"
#include "engine/plan/test_calls.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

constexpr Method methods_to_force[] = {Method::automatic, Method::direct, Method::sieve,
                                       Method::two_phase, Method::reference};

/// Hints of all kinds.
template <class Use>
void for_each_hint(Use&& use) {
    for (const Method method : methods_to_force)
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

TEST(PlanOfATarget, RanksMeetInWindowsOfWholeUnitsWhateverHintsSay) {
    Random random(1);
    for_each_hint([&](Options options) {
        for (const Direction direction : directions) {
            for (const Exchange exchange : {Exchange::messages, Exchange::shared_memory}) {
                const std::int64_t unit = random.between(1, random.one_in(2) ? 8 : 1 << 22);
                options.window_bytes = random.between(1, 1 << 21);
                const auto ranks = random.one_in(2) ? blocks(4, 8) : interleaved(4, 8, 1000);
                const Plan plan =
                    plan_collective(direction, totals_of(ranks), options, cost,
                                    {.exchange = exchange}, {.is_file = false, .unit = unit});
                EXPECT_EQ(plan.method, Method::two_phase);
                EXPECT_EQ(plan.exchange, Exchange::messages);
                EXPECT_EQ(plan.window_bytes % unit, 0);
                EXPECT_GT(plan.window_bytes, 0);
                EXPECT_LE(plan.window_bytes, std::max(unit, options.window_bytes));
                EXPECT_EQ(plan_collective(direction, {}, options, cost, {.exchange = exchange},
                                          {.is_file = false, .unit = unit})
                              .reason.text(),
                          "nothing to move");
            }
        }
    });
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

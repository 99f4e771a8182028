// SPDX-License-Identifier: BSD-3-Clause
#include "region/run_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "base/test_seeds.hpp"

namespace weft::region {
namespace {

using Firsts = std::function<std::int64_t(std::int64_t index)>;

/// The memory of each run is its index before the sort.
std::vector<Run> runs_of(std::int64_t count, const Firsts& first) {
    std::vector<Run> runs;
    for (std::int64_t i = 0; i < count; ++i) runs.emplace_back(first(i), 1 + i % 7, i);
    return runs;
}

void expect_sorted(std::vector<Run> runs) {
    std::vector<bool> seen(runs.size());
    const std::vector<Run> before = runs;
    sort_by_first(runs);
    ASSERT_TRUE(std::ranges::is_sorted(runs, {}, &Run::first));
    for (const Run& run : runs) {
        const auto origin = static_cast<std::size_t>(run.memory());
        ASSERT_FALSE(seen[origin]) << "a run is there twice";
        seen[origin] = true;
        ASSERT_EQ(run.first(), before[origin].first());
        ASSERT_EQ(run.length(), before[origin].length());
    }
}

void expect_sorted_in_any_order(std::mt19937_64 random) {
    const auto below = [&random](std::int64_t limit) {
        return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random);
    };
    const std::vector<Firsts> orders = {
        [](std::int64_t i) { return i; },
        [](std::int64_t i) { return 1'000'000 - i; },
        [](std::int64_t) { return 7; },
        [&](std::int64_t) { return below(2); },
        [&](std::int64_t) { return below(1'000'000); },
        [&](std::int64_t) { return below(INT64_MAX); },
        [&](std::int64_t i) { return i % 100 == 0 ? INT64_MAX - i : below(50); },
        [&](std::int64_t i) { return (i % 3) * (std::int64_t{1} << 60) + below(1000); },
        [&](std::int64_t) { return std::int64_t{1} << below(63); },
    };
    for (const Firsts& order : orders) {
        for (std::int64_t count = 1; count < 70; ++count) expect_sorted(runs_of(count, order));
        for (const std::int64_t count : {1000, 20'000, 150'000})
            expect_sorted(runs_of(count, order));
    }
}

TEST(RunSort, AnyOrderOfAnyNumber) {
    for (const std::uint64_t seed : test_seeds(2, 5)) {
        SCOPED_TRACE(replay_of(seed));
        expect_sorted_in_any_order(std::mt19937_64(seed));
    }
}

}  // namespace
}  // namespace weft::region

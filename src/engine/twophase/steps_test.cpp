// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/steps.hpp"

#include <gtest/gtest.h>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine::twophase {
namespace {

TEST(Steps, FragmentsAreTheMessagesInOrderAndFitTheRoom) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        const ExchangeLimits limits{.fragment_bytes = 10, .step_bytes = random.between(10, 50)};
        std::vector<std::int64_t> bytes;
        for (std::int64_t left = random.between(0, 8); left > 0; --left)
            bytes.push_back(random.one_in(3) ? 0 : random.between(1, 45));
        std::vector<std::int64_t> seen(bytes.size());
        int last_domain = 0;
        for (const Step& step : steps_of(bytes, limits)) {
            ASSERT_FALSE(step.empty());
            std::int64_t used = 0;
            for (const Fragment& fragment : step) {
                ASSERT_GE(fragment.domain, last_domain);
                last_domain = fragment.domain;
                ASSERT_EQ(fragment.place, used);
                ASSERT_LT(fragment.from, fragment.to);
                ASSERT_LE(fragment.to - fragment.from, limits.fragment_bytes);
                std::int64_t& before = seen[static_cast<std::size_t>(fragment.domain)];
                ASSERT_EQ(fragment.from, before);
                before = fragment.to;
                used += fragment.to - fragment.from;
            }
            ASSERT_LE(used, limits.step_bytes);
        }
        ASSERT_EQ(seen, bytes) << replay_of(seed);
    }
}

TEST(Steps, AnyWindowHasRoom) {
    for (std::int64_t window = 1; window <= std::int64_t{1} << 40; window *= 3) {
        const ExchangeLimits limits = limits_for(window, 1);
        EXPECT_GT(limits.fragment_bytes, 0);
        EXPECT_GE(limits.step_bytes, limits.fragment_bytes);
        EXPECT_GE(limits.ahead_bytes, limits.fragment_bytes);
        EXPECT_LE(limits.ahead_bytes, 20 << 20);
    }
}

}  // namespace
}  // namespace weft::engine::twophase

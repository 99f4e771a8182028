// SPDX-License-Identifier: BSD-3-Clause
#include "web/range_plan.hpp"

#include <gtest/gtest.h>

namespace weft::web {
namespace {

/// A byte takes 10 ns, so a request is worth 50 kB, and with its share of the round trip 1300 kB.
constexpr Link far{.round_trip_seconds = 0.1, .connections = 8};

std::vector<Part> every(std::int64_t pitch, std::int64_t length, int count) {
    std::vector<Part> parts;
    for (int i = 0; i < count; ++i) parts.push_back({i * pitch, length});
    return parts;
}

TEST(RangePlan, FetchesOnePartByOneRequest) {
    const auto requests = plan_requests(every(0, 100, 1), far);
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_EQ(requests[0].range, (Part{0, 100}));
    EXPECT_EQ(requests[0].behind, 1U);
}

TEST(RangePlan, ReadsOverGapsThatCostLessThanARequest) {
    EXPECT_EQ(plan_requests(every(1000, 100, 1000), far).size(), 1U);
    const auto touching = plan_requests(every(100, 100, 5), far);
    ASSERT_EQ(touching.size(), 1U);
    EXPECT_EQ(touching[0].range, (Part{0, 500}));
}

TEST(RangePlan, ReadsNoLongGapsWhileConnectionsAreFree) {
    EXPECT_EQ(plan_requests(every(1000000, 100, 8), far).size(), 8U);
}

TEST(RangePlan, ReadsLongerGapsRatherThanWaitForMoreRoundTrips) {
    EXPECT_EQ(plan_requests(every(1000000, 100, 100), far).size(), 8U);
    EXPECT_EQ(plan_requests(every(2000000, 100, 100), far).size(), 100U);
    const Link near{.round_trip_seconds = 0, .connections = 8};
    EXPECT_EQ(plan_requests(every(1000000, 100, 100), near).size(), 100U);
}

TEST(RangePlan, ClosesTheSmallestGapsFirst) {
    std::vector<Part> parts = every(1000000, 100, 9);
    parts[5].offset = parts[4].offset + 300000;
    const auto requests = plan_requests(parts, far);
    ASSERT_EQ(requests.size(), 8U);
    EXPECT_EQ(requests[4].first, 4U);
    EXPECT_EQ(requests[4].behind, 6U);
    EXPECT_EQ(requests[4].range, (Part{4000000, 300100}));
}

TEST(RangePlan, HasLongerRequestsForLongerRoundTrips) {
    EXPECT_EQ(request_bytes({.round_trip_seconds = 0}), 1 << 20);
    EXPECT_EQ(request_bytes(far), 6400000);
    EXPECT_EQ(request_bytes({.round_trip_seconds = 100}), 8 << 20);
}

}  // namespace
}  // namespace weft::web

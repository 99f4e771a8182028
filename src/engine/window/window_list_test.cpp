// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/window_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace weft::engine {
namespace {

using testing::ElementsAre;

Summary access_range(std::int64_t begin, std::int64_t end) {
    Summary rank;
    rank.begin = begin;
    rank.end = end;
    rank.bytes = end - begin;
    return rank;
}

std::vector<std::int64_t> begins_of(const WindowList& windows, int rank) {
    std::vector<std::int64_t> begins;
    for (const std::uint32_t n : windows.of_rank(rank)) begins.push_back(windows.bytes(n).begin);
    return begins;
}

/// What the ring's protocol asks of the numbers, and that each byte has its place.
void expect_consistent(const std::vector<Summary>& ranks, const WindowList& windows) {
    std::map<std::uint32_t, std::uint32_t> visitors;
    std::map<std::int64_t, std::uint32_t> window_of_byte;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        std::int64_t at = ranks[rank].begin;
        const std::vector<std::uint32_t> mine = windows.of_rank(static_cast<int>(rank));
        EXPECT_TRUE(std::ranges::is_sorted(mine));
        for (const std::uint32_t n : mine) {
            ++visitors[n];
            const region::Interval bytes = windows.bytes(n);
            const region::Interval touched = windows.touched(n);
            EXPECT_LE(bytes.begin, touched.begin);
            EXPECT_LE(touched.end, bytes.end);
            EXPECT_LE(bytes.begin, at) << "a gap between two windows of a rank";
            for (; at < std::min(bytes.end, ranks[rank].end); ++at) {
                EXPECT_LE(touched.begin, at);
                EXPECT_LT(at, touched.end);
                const auto [other, is_first] = window_of_byte.emplace(at, n);
                EXPECT_TRUE(is_first || other->second == n) << "a byte in two windows";
            }
        }
        EXPECT_EQ(at, ranks[rank].end);
    }
    std::map<std::int64_t, std::int64_t> parts;  // that may be read and written back
    for (std::uint32_t n = 0; n < windows.count(); ++n) {
        EXPECT_GT(visitors[n], 0U) << "a window that nobody completes";
        EXPECT_EQ(windows.participants(n), visitors[n]);
        const region::Interval touched = windows.touched(n);
        EXPECT_TRUE(parts.emplace(touched.begin, touched.end).second);
    }
    std::int64_t end = 0;
    for (const auto& [part_begin, part_end] : parts) {
        EXPECT_LE(end, part_begin) << "two windows touch the same bytes";
        end = part_end;
    }
}

TEST(WindowList, EveryByteHasOneWindowThatItsRanksVisitUpwards) {
    constexpr std::int64_t file = 12;
    std::vector<Summary> access_ranges = {Summary{}};
    for (std::int64_t begin = 0; begin < file; ++begin) {
        for (std::int64_t end = begin + 1; end <= file; ++end)
            access_ranges.push_back(access_range(begin, end));
    }
    for (std::size_t a = 0; a < access_ranges.size() && !testing::Test::HasFailure(); ++a) {
        for (std::size_t b = a; b < access_ranges.size(); ++b) {
            for (std::size_t c = std::max<std::size_t>(b, 1); c < access_ranges.size(); ++c) {
                const std::vector<Summary> ranks = {access_ranges[b], access_ranges[a],
                                                    access_ranges[c]};
                expect_consistent(ranks, WindowList(ranks, 2, 2));
            }
        }
    }
}

TEST(WindowList, DomainsTakeTurns) {
    const std::vector<Summary> ranks = {access_range(0, 50), access_range(3, 48),
                                        access_range(50, 90), access_range(52, 90)};
    const WindowList windows(ranks, 10, 8);
    EXPECT_EQ(windows.count(), 9U);
    EXPECT_THAT(windows.of_rank(0), ElementsAre(0, 2, 4, 6, 8));
    EXPECT_THAT(windows.of_rank(1), ElementsAre(0, 2, 4, 6, 8));
    EXPECT_THAT(windows.of_rank(2), ElementsAre(1, 3, 5, 7));
    EXPECT_THAT(begins_of(windows, 3), ElementsAre(50, 60, 70, 80));
}

TEST(WindowList, DomainsThatMeetInAWindowHaveOneEach) {
    const std::vector<Summary> ranks = {access_range(0, 45), access_range(45, 80)};
    const WindowList windows(ranks, 10, 8);
    EXPECT_THAT(begins_of(windows, 0), ElementsAre(0, 10, 20, 30, 40));
    EXPECT_THAT(begins_of(windows, 1), ElementsAre(40, 50, 60, 70));
    EXPECT_EQ(windows.touched(windows.of_rank(0).back()).end, 45);
    EXPECT_EQ(windows.touched(windows.of_rank(1).front()).begin, 45);
}

TEST(WindowList, ShortHullsShareWindows) {
    std::vector<Summary> ranks;
    for (std::int64_t rank = 0; rank < 40; ++rank) ranks.push_back(access_range(rank, rank + 1));
    const WindowList windows(ranks, 10, 8);
    EXPECT_EQ(windows.count(), 4U);
    EXPECT_EQ(windows.participants(3), 10U);
}

TEST(WindowList, NoMoreDomainsTakeTurnsThanHaveRoom) {
    std::vector<Summary> ranks;
    for (std::int64_t rank = 0; rank < 4; ++rank)
        ranks.push_back(access_range(100 * rank, 100 * rank + 20));
    const WindowList windows(ranks, 10, 2);
    EXPECT_THAT(windows.of_rank(0), ElementsAre(0, 2));
    EXPECT_THAT(windows.of_rank(1), ElementsAre(1, 3));
    EXPECT_THAT(windows.of_rank(2), ElementsAre(4, 6));
    EXPECT_THAT(windows.of_rank(3), ElementsAre(5, 7));
}

}  // namespace
}  // namespace weft::engine

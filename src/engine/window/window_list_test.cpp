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

using Ranks = std::vector<Summary>;

/// Checks what the arena's protocol requires of the numbers, and that each byte has its place.
void expect_consistent(const std::vector<const Ranks*>& files, const WindowList& windows) {
    std::map<std::uint32_t, std::uint32_t> visitors;
    std::map<std::pair<std::size_t, std::int64_t>, std::uint32_t> window_of_byte;
    for (std::size_t rank = 0; rank < files.front()->size(); ++rank) {
        std::vector<std::int64_t> at;
        for (const Ranks* ranks : files) at.push_back((*ranks)[rank].begin);
        const std::vector<std::uint32_t> mine = windows.of_rank(static_cast<int>(rank));
        EXPECT_TRUE(std::ranges::is_sorted(mine));
        for (const std::uint32_t n : mine) {
            ++visitors[n];
            const std::size_t file = windows.file(n);
            const region::Interval bytes = windows.bytes(n);
            const region::Interval touched = windows.touched(n);
            EXPECT_LE(bytes.begin, touched.begin);
            EXPECT_LE(touched.end, bytes.end);
            EXPECT_LE(bytes.begin, at[file]) << "a gap between two windows of a rank";
            for (; at[file] < std::min(bytes.end, (*files[file])[rank].end); ++at[file]) {
                EXPECT_LE(touched.begin, at[file]);
                EXPECT_LT(at[file], touched.end);
                const auto [other, is_first] = window_of_byte.emplace(std::pair(file, at[file]), n);
                EXPECT_TRUE(is_first || other->second == n) << "a byte in two windows";
            }
        }
        for (std::size_t file = 0; file < files.size(); ++file)
            EXPECT_EQ(at[file], (*files[file])[rank].end);
    }
    // Parts that may be read and written back.
    std::map<std::pair<std::size_t, std::int64_t>, std::int64_t> parts;
    for (std::uint32_t n = 0; n < windows.count(); ++n) {
        EXPECT_GT(visitors[n], 0U) << "a window that nobody completes";
        EXPECT_EQ(windows.participants(n), visitors[n]);
        const region::Interval touched = windows.touched(n);
        EXPECT_TRUE(parts.emplace(std::pair(windows.file(n), touched.begin), touched.end).second);
    }
    std::pair<std::size_t, std::int64_t> end;
    for (const auto& [part, part_end] : parts) {
        EXPECT_LE(end, part) << "two windows touch the same bytes";
        end = {part.first, part_end};
    }
}

/// All ranges within the first `bytes` bytes, and an empty one.
std::vector<Summary> all_access_ranges(std::int64_t bytes) {
    std::vector<Summary> all = {Summary{}};
    for (std::int64_t begin = 0; begin < bytes; ++begin) {
        for (std::int64_t end = begin + 1; end <= bytes; ++end)
            all.push_back(access_range(begin, end));
    }
    return all;
}

TEST(WindowList, EveryByteHasOneWindowThatItsRanksVisitUpwards) {
    const std::vector<Summary> all = all_access_ranges(12);
    for (std::size_t a = 0; a < all.size() && !testing::Test::HasFailure(); ++a) {
        for (std::size_t b = a; b < all.size(); ++b) {
            for (std::size_t c = std::max<std::size_t>(b, 1); c < all.size(); ++c) {
                const Ranks ranks = {all[b], all[a], all[c]};
                const std::vector files = {&ranks};
                expect_consistent(files, WindowList(files, 2, 2));
            }
        }
    }
}

TEST(WindowList, FilesHaveWindowsOfTheirOwn) {
    const std::vector<Summary> all = all_access_ranges(4);
    for (std::size_t a = 0; a < all.size() && !testing::Test::HasFailure(); ++a) {
        for (std::size_t b = 1; b < all.size(); ++b) {
            for (std::size_t c = 0; c < all.size(); ++c) {
                for (std::size_t d = 1; d < all.size(); ++d) {
                    const Ranks first = {all[a], all[b]};
                    const Ranks second = {all[c], all[d]};
                    const std::vector files = {&first, &second};
                    expect_consistent(files, WindowList(files, 2, 2));
                }
            }
        }
    }
}

TEST(WindowList, FilesTakeTurns) {
    const Ranks first = {access_range(0, 30), access_range(0, 30)};
    const Ranks second = {access_range(10, 30), Summary{}};
    const std::vector files = {&first, &second};
    const WindowList windows(files, 10, 8);
    EXPECT_EQ(windows.count(), 5U);
    EXPECT_THAT(windows.of_rank(0), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(windows.of_rank(1), ElementsAre(0, 2, 4));
    EXPECT_EQ(windows.file(3), 1U);
    EXPECT_EQ(windows.bytes(3).begin, 20);
}

TEST(WindowList, DomainsTakeTurns) {
    const Ranks ranks = {access_range(0, 50), access_range(3, 48), access_range(50, 90),
                         access_range(52, 90)};
    const std::vector files = {&ranks};
    const WindowList windows(files, 10, 8);
    EXPECT_EQ(windows.count(), 9U);
    EXPECT_THAT(windows.of_rank(0), ElementsAre(0, 2, 4, 6, 8));
    EXPECT_THAT(windows.of_rank(1), ElementsAre(0, 2, 4, 6, 8));
    EXPECT_THAT(windows.of_rank(2), ElementsAre(1, 3, 5, 7));
    EXPECT_THAT(begins_of(windows, 3), ElementsAre(50, 60, 70, 80));
}

TEST(WindowList, DomainsThatMeetInAWindowHaveOneEach) {
    const Ranks ranks = {access_range(0, 45), access_range(45, 80)};
    const std::vector files = {&ranks};
    const WindowList windows(files, 10, 8);
    EXPECT_THAT(begins_of(windows, 0), ElementsAre(0, 10, 20, 30, 40));
    EXPECT_THAT(begins_of(windows, 1), ElementsAre(40, 50, 60, 70));
    EXPECT_EQ(windows.touched(windows.of_rank(0).back()).end, 45);
    EXPECT_EQ(windows.touched(windows.of_rank(1).front()).begin, 45);
}

TEST(WindowList, ShortAccessRangesShareWindows) {
    std::vector<Summary> ranks;
    for (std::int64_t rank = 0; rank < 40; ++rank) ranks.push_back(access_range(rank, rank + 1));
    const std::vector<const Ranks*> files = {&ranks};
    const WindowList windows(files, 10, 8);
    EXPECT_EQ(windows.count(), 4U);
    EXPECT_EQ(windows.participants(3), 10U);
}

TEST(WindowList, NoMoreDomainsTakeTurnsThanHaveRoom) {
    std::vector<Summary> ranks;
    for (std::int64_t rank = 0; rank < 4; ++rank)
        ranks.push_back(access_range(100 * rank, 100 * rank + 20));
    const std::vector<const Ranks*> files = {&ranks};
    const WindowList windows(files, 10, 2);
    EXPECT_THAT(windows.of_rank(0), ElementsAre(0, 2));
    EXPECT_THAT(windows.of_rank(1), ElementsAre(1, 3));
    EXPECT_THAT(windows.of_rank(2), ElementsAre(4, 6));
    EXPECT_THAT(windows.of_rank(3), ElementsAre(5, 7));
}

}  // namespace
}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_entries.hpp"

#include <gtest/gtest.h>

#include <map>

#include "engine/request/test_requests.hpp"

namespace weft::hdf5 {
namespace {

TEST(ChunkEntries, NewChunksFollowEachOtherByNumberWhoeverHasThem) {
    EntriesOfRanks ranks = {{{.number = 5, .bytes = 10, .room = 10}, {.number = 1, .room = 3}},
                            {{.number = 2, .bytes = 7, .room = 7}}};
    std::int64_t end = 100;
    give_places(ranks, end);
    EXPECT_EQ(ranks[0][1].address, 100);
    EXPECT_EQ(ranks[1][0].address, 103);
    EXPECT_EQ(ranks[0][0].address, 110);
    EXPECT_EQ(end, 120);
}

TEST(ChunkEntries, ChunksOfAVariableAreNeighbours) {
    EntriesOfRanks ranks = {{{.variable = 1, .number = 0, .room = 4}, {.number = 3, .room = 2}},
                            {{.variable = 1, .number = 1, .room = 5}, {.number = 0, .room = 1}}};
    std::int64_t end = 10;
    give_places(ranks, end);
    EXPECT_EQ(ranks[1][1].address, 10);
    EXPECT_EQ(ranks[0][1].address, 11);
    EXPECT_EQ(ranks[0][0].address, 13);
    EXPECT_EQ(ranks[1][0].address, 17);
}

TEST(ChunkEntries, ChunksOfTwoVariablesHaveTheSameNumber) {
    EntriesOfRanks ranks = {{{.variable = 0, .number = 4, .address = 50, .room = 9}},
                            {{.variable = 1, .number = 4, .address = 80, .room = 9}}};
    std::int64_t end = 100;
    give_places(ranks, end);
    EXPECT_EQ(ranks[0][0].address, 50);
    EXPECT_EQ(ranks[1][0].address, 80);
}

TEST(ChunkEntries, WhoWritesToTheSamePlaceLeavesItToTheHighestRank) {
    EntriesOfRanks ranks = {{{.number = 4, .address = 50, .room = 9}},
                            {{.number = 4, .address = 50, .room = 9}},
                            {{.number = 3, .address = ChunkEntry::stays_open}}};
    std::int64_t end = 100;
    give_places(ranks, end);
    EXPECT_EQ(ranks[0][0].address, ChunkEntry::is_others);
    EXPECT_EQ(ranks[1][0].address, 50);
    EXPECT_FALSE(ranks[0][0].is_written());
    EXPECT_EQ(ranks[2][0].address, ChunkEntry::stays_open);
    EXPECT_EQ(end, 100);
}

/// Checks that new chunks follow each other without overlaps and gaps.
TEST(ChunkEntries, PlacesDoNotOverlap) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        engine::Random random(seed);
        EntriesOfRanks ranks(static_cast<std::size_t>(random.between(1, 5)));
        std::int64_t bytes = 0;
        for (auto& rank : ranks) {
            for (std::int64_t i = random.between(0, 6); i > 0; --i) {
                const std::int64_t room = random.between(0, 9);
                rank.push_back({.number = random.between(0, 9), .room = room});
                bytes += room;
            }
        }
        std::int64_t end = 1000;
        give_places(ranks, end);
        EXPECT_EQ(end, 1000 + bytes);
        std::map<std::int64_t, std::int64_t> taken;
        for (const auto& rank : ranks)
            for (const ChunkEntry& one : rank) {
                const bool is_free = one.room == 0 || taken.emplace(one.address, one.room).second;
                EXPECT_TRUE(is_free);
            }
        std::int64_t at = 1000;
        for (const auto& [address, room] : taken) {
            EXPECT_EQ(address, at);
            at += room;
        }
    }
}

}  // namespace
}  // namespace weft::hdf5

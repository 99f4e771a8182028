// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_entries.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/request/test_requests.hpp"

namespace weft::hdf5 {
namespace {

std::vector<std::int64_t> addresses(const std::vector<ChunkEntry>& entries) {
    std::vector<std::int64_t> all;
    for (const ChunkEntry& one : entries) all.push_back(one.address);
    return all;
}

TEST(ChunkEntries, NewChunksFollowEachOtherByNumberWhoeverHasThem) {
    std::vector<ChunkEntry> entries = {{.number = 5, .bytes = 10, .room = 10},
                                       {.number = 1, .room = 3},
                                       {.rank = 1, .number = 2, .bytes = 7, .room = 7}};
    std::int64_t end = 100;
    give_places(entries, end);
    EXPECT_EQ(addresses(entries), (std::vector<std::int64_t>{100, 103, 110}));
    EXPECT_EQ(entries[1].rank, 1);
    EXPECT_EQ(end, 120);
}

TEST(ChunkEntries, ChunksOfAVariableAreNeighbours) {
    std::vector<ChunkEntry> entries = {{.variable = 1, .number = 0, .room = 4},
                                       {.number = 3, .room = 2},
                                       {.variable = 1, .rank = 1, .number = 1, .room = 5},
                                       {.rank = 1, .number = 0, .room = 1}};
    std::int64_t end = 10;
    give_places(entries, end);
    EXPECT_EQ(addresses(entries), (std::vector<std::int64_t>{10, 11, 13, 17}));
}

TEST(ChunkEntries, ChunksOfEarlierPutsComeFirst) {
    std::vector<ChunkEntry> entries = {
        {.number = 0, .room = 4, .put = 3},
        {.variable = 1, .number = 9, .room = 2, .put = 1},
        {.rank = 1, .number = 5, .room = 5, .put = 2},
        {.variable = 1, .rank = 1, .number = 8, .room = 1, .put = 1}};
    std::int64_t end = 10;
    give_places(entries, end);
    EXPECT_EQ(addresses(entries), (std::vector<std::int64_t>{10, 11, 13, 18}));
    EXPECT_EQ(entries[0].number, 8);
    EXPECT_EQ(entries[3].number, 0);
}

TEST(ChunkEntries, OfAChunkOfTwoPutsTheLastStays) {
    std::vector<ChunkEntry> entries = {{.rank = 2, .number = 5, .room = 4, .put = 1},
                                       {.rank = 1, .number = 5, .room = 3, .put = 2},
                                       {.number = 6, .room = 2, .put = 1}};
    std::int64_t end = 10;
    give_places(entries, end);
    EXPECT_EQ(addresses(entries), (std::vector<std::int64_t>{10, 12}));
    EXPECT_EQ(entries[1].rank, 1);
    EXPECT_EQ(end, 15);
}

TEST(ChunkEntries, ChunksOfTwoVariablesHaveTheSameNumber) {
    std::vector<ChunkEntry> entries = {
        {.variable = 0, .number = 4, .address = 50, .room = 9},
        {.variable = 1, .rank = 1, .number = 4, .address = 80, .room = 9}};
    std::int64_t end = 100;
    give_places(entries, end);
    EXPECT_EQ(addresses(entries), (std::vector<std::int64_t>{50, 80}));
}

TEST(ChunkEntries, WhoWritesTheSameChunkLeavesItToTheHighestRank) {
    std::vector<ChunkEntry> entries = {{.number = 4, .address = 50, .room = 9},
                                       {.rank = 1, .number = 4, .room = 9},
                                       {.rank = 0, .number = 7, .room = 9},
                                       {.rank = 3, .number = 7, .address = 80, .room = 9},
                                       {.rank = 2, .number = 3, .address = ChunkEntry::stays_open}};
    std::int64_t end = 100;
    give_places(entries, end);
    EXPECT_EQ(addresses(entries), (std::vector<std::int64_t>{ChunkEntry::stays_open, 100, 80}));
    EXPECT_EQ(entries[1].rank, 1);
    EXPECT_EQ(entries[2].rank, 3);
    EXPECT_EQ(end, 109);
}

/// Checks that new chunks follow each other without overlaps and gaps.
TEST(ChunkEntries, PlacesDoNotOverlap) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        engine::Random random(seed);
        std::vector<ChunkEntry> entries;
        std::map<std::int64_t, std::int64_t> rooms;  // by number: of the highest rank
        for (std::int32_t rank = 0; rank < 5; ++rank) {
            std::set<std::int64_t> numbers;
            for (std::int64_t i = random.between(0, 6); i > 0; --i)
                numbers.insert(random.between(0, 9));
            for (const std::int64_t number : numbers) {
                rooms[number] = random.between(0, 9);
                entries.push_back({.rank = rank, .number = number, .room = rooms[number]});
            }
        }
        std::int64_t end = 1000;
        give_places(entries, end);
        ASSERT_EQ(entries.size(), rooms.size());
        std::int64_t at = 1000;
        for (const ChunkEntry& one : entries) {
            EXPECT_EQ(one.address, at);
            EXPECT_EQ(one.room, rooms.at(one.number));
            at += one.room;
        }
        EXPECT_EQ(end, at);
    }
}

}  // namespace
}  // namespace weft::hdf5

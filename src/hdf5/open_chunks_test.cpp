// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/open_chunks.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weft::hdf5 {
namespace {

using Numbers = std::vector<std::int64_t>;

std::vector<std::byte> chunk_of(int value, std::size_t bytes = 10) {
    return std::vector<std::byte>(bytes, static_cast<std::byte>(value));
}

TEST(OpenChunks, KeepsWhatWasPutLast) {
    SpareChunks spare;
    OpenChunks open(spare);
    std::vector<std::byte> read = chunk_of(0);
    EXPECT_FALSE(open.copy(3, read));
    open.take(3, chunk_of(1));
    open.take(3, chunk_of(2));
    EXPECT_EQ(open.bytes(), 10);
    ASSERT_TRUE(open.copy(3, read));
    EXPECT_EQ(read, chunk_of(2));
    open.drop(3);
    open.drop(3);
    EXPECT_EQ(open.bytes(), 0);
    EXPECT_FALSE(open.copy(3, read));
}

TEST(OpenChunks, GivesUpThoseThatWerePutFirst) {
    SpareChunks spare;
    OpenChunks open(spare);
    for (const std::int64_t number : {7, 1, 4}) open.take(number, chunk_of(1));
    open.take(7, chunk_of(2));
    EXPECT_EQ(open.beyond(30), Numbers());
    EXPECT_EQ(open.beyond(29), Numbers({1}));
    EXPECT_EQ(open.beyond(10), Numbers({1, 4}));
    EXPECT_EQ(open.beyond(0), Numbers({1, 4, 7}));
}

TEST(OpenChunks, UseTheMemoryOfEarlierOnes) {
    SpareChunks spare;
    OpenChunks one(spare);
    OpenChunks another(spare);
    one.take(1, chunk_of(1));
    const std::byte* const memory = one.bytes_of(1).data();
    one.drop(1);
    another.take(2, chunk_of(2));
    EXPECT_EQ(another.bytes_of(2).data(), memory);
    another.drop(2);
    one.take(3, chunk_of(3, 20U));
    EXPECT_EQ(one.bytes(), 20);
    EXPECT_EQ(one.bytes_of(3).size(), 20U);
}

}  // namespace
}  // namespace weft::hdf5

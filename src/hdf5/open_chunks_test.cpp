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
    OpenChunks open;
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
    OpenChunks open;
    for (const std::int64_t number : {7, 1, 4}) open.take(number, chunk_of(1));
    open.take(7, chunk_of(2));
    EXPECT_EQ(open.beyond(30), Numbers());
    EXPECT_EQ(open.beyond(29), Numbers({1}));
    EXPECT_EQ(open.beyond(10), Numbers({1, 4}));
    EXPECT_EQ(open.beyond(0), Numbers({1, 4, 7}));
}

}  // namespace
}  // namespace weft::hdf5

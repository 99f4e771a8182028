// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_cache.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace weft::hdf5 {
namespace {

std::vector<std::byte> chunk_of(std::size_t bytes, int value) {
    return std::vector<std::byte>(bytes, static_cast<std::byte>(value));
}

TEST(ChunkCache, GivesBackWhatItKeeps) {
    ChunkCache cache(200);
    cache.keep({1, 5}, chunk_of(10, 7));
    std::array<std::byte, 10> copy{};
    EXPECT_FALSE(cache.copy({1, 6}, copy));
    EXPECT_FALSE(cache.copy({2, 5}, copy));
    EXPECT_TRUE(cache.copy({1, 5}, copy));
    EXPECT_EQ(copy[9], std::byte{7});
}

TEST(ChunkCache, DropsWhatWasNotUsedForTheLongestTime) {
    ChunkCache cache(200);
    for (int i = 0; i < 10; ++i) cache.keep({0, i}, chunk_of(20, i));
    std::array<std::byte, 20> copy{};
    EXPECT_TRUE(cache.copy({0, 0}, copy));
    cache.keep({0, 10}, chunk_of(20, 5));
    EXPECT_FALSE(cache.copy({0, 1}, copy));
    EXPECT_TRUE(cache.copy({0, 0}, copy));
    EXPECT_EQ(copy[0], std::byte{0});
    EXPECT_EQ(cache.bytes(), 200);
}

TEST(ChunkCache, KeepsNoLongChunkAndNoneTwice) {
    ChunkCache cache(200);
    cache.keep({0, 0}, chunk_of(26, 1));
    EXPECT_EQ(cache.bytes(), 0);
    cache.keep({0, 0}, chunk_of(25, 1));
    cache.keep({0, 0}, chunk_of(25, 2));
    EXPECT_EQ(cache.bytes(), 25);
}

}  // namespace
}  // namespace weft::hdf5

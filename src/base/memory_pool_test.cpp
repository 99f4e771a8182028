// SPDX-License-Identifier: BSD-3-Clause
#include "base/memory_pool.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

namespace weft {
namespace {

TEST(MemoryPool, LargeMemoryThatCameBackIsTakenAgain) {
    const PooledBlock first = take_block(100000);
    std::byte* const was = PooledBlock(take_block(200000)).get();
    EXPECT_EQ(take_block(150000).get(), was);  // of the same power of two
    EXPECT_NE(take_block(100000).get(), was);
}

TEST(MemoryPool, SmallAndHugeMemoryIsTheSystems) {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{40} << 20}) {
        const PooledBlock block = take_block(bytes);
        ASSERT_NE(block, nullptr) << bytes;
        std::memset(block.get(), 1, bytes);
    }
}

TEST(MemoryPool, TooLargeACountIsRefused) {
    PoolAllocator<int> ints;
    EXPECT_THROW((void)ints.allocate(static_cast<std::size_t>(-1) / 2), std::bad_alloc);
}

TEST(MemoryPool, MoreThanItKeepsIsUsableAllTheSame) {
    std::vector<PooledBlock> blocks;
    for (int i = 0; i < 20; ++i) {
        blocks.push_back(take_block(2 << 20));
        std::memset(blocks.back().get(), i, 2 << 20);
    }
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(std::to_integer<int>(blocks[static_cast<std::size_t>(i)][(2 << 20) - 1]), i);
}

TEST(MemoryPool, VectorsGrowAndShrinkInManyThreads) {
    const auto work = [](int seed) {
        for (int round = 0; round < 50; ++round) {
            PooledVector<int> values;
            for (int i = 0; i < 40000; ++i) values.push_back(seed + i);
            long wrong = 0;
            for (int i = 0; i < 40000; ++i)
                wrong += values[static_cast<std::size_t>(i)] != seed + i;
            ASSERT_EQ(wrong, 0);
        }
    };
    std::vector<std::thread> threads;
    for (int seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed * 1000000);
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace weft

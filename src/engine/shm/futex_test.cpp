// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/futex.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>
#include <vector>

namespace weft::engine::shm {
namespace {

TEST(WaitWord, WhoIsLateDoesNotTakeBackWhatOthersHaveRaised) {
    WaitWord word{};
    word.raise(7);
    EXPECT_EQ(word.load(), 7U);
    word.raise(6);
    EXPECT_EQ(word.load(), 7U);
    word.publish(0xFFFFFFFEU);
    word.raise(3);  // behind the end of the numbers
    EXPECT_EQ(word.load(), 3U);
    word.raise(0xFFFFFFFFU);
    EXPECT_EQ(word.load(), 3U);
}

TEST(WaitWord, ComesToTheHighestInWhateverOrderItIsRaised) {
    WaitWord word{};
    std::vector<std::thread> threads;
    for (std::uint32_t first = 1; first <= 4; ++first) {
        threads.emplace_back([&word, first] {
            for (std::uint32_t value = first; value <= 20'000; value += 4) {
                word.raise(value);
                ASSERT_GE(word.load(), value);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(word.load(), 20'000U);
}

TEST(SpinLimits, KeepACoreOnlyWhereEachRankHasOne) {
    const auto cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    EXPECT_TRUE(SpinLimits::of(cores).keeps_core());
    EXPECT_FALSE(SpinLimits::of(cores + 1).keeps_core());
}

}  // namespace
}  // namespace weft::engine::shm

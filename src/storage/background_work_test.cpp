// SPDX-License-Identifier: BSD-3-Clause
#include "storage/background_work.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace weft::storage {
namespace {

TEST(BackgroundWork, IsDoneInTurn) {
    std::string done;
    std::atomic<bool> has_ended = false;
    BackgroundWork thread;
    for (const char name : {'a', 'b', 'c'})
        ASSERT_TRUE(thread.add([&done, name] { done += name; }));
    ASSERT_TRUE(thread.add([&] {
        has_ended = true;
        has_ended.notify_one();
    }));
    has_ended.wait(false);
    EXPECT_EQ(done, "abc");
}

TEST(BackgroundWork, EndsBehindTheWorkUnderWay) {
    std::atomic<bool> has_begun = false;
    std::atomic<bool> has_ended = false;
    {
        BackgroundWork thread;
        ASSERT_TRUE(thread.add([&] {
            has_begun = true;
            has_begun.notify_one();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            has_ended = true;
        }));
        has_begun.wait(false);
    }
    EXPECT_TRUE(has_ended);
}

}  // namespace
}  // namespace weft::storage

// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_behind.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace weft::hdf5 {
namespace {

using BehindName = ChunksBehind::Name;

constexpr std::int64_t length_behind = 10;

std::vector<std::byte> values_of(int value, std::int64_t bytes = length_behind) {
    return std::vector<std::byte>(static_cast<std::size_t>(bytes), static_cast<std::byte>(value));
}

/// The first half of the chunk.
Result<std::int64_t> half_of(std::span<const std::byte> chunk, std::span<std::byte> room) {
    copy_bytes(chunk.first(chunk.size() / 2), room);
    return std::ssize(chunk) / 2;
}

/// A thread whose works wait until it may go on.
class HeldThread {
public:
    HeldThread() {
        EXPECT_TRUE(thread_->add([begins = begins_.get_future().share()] { begins.wait(); }));
    }
    ~HeldThread() { go_on(); }
    HeldThread(const HeldThread&) = delete;
    HeldThread& operator=(const HeldThread&) = delete;

    void go_on() {
        if (!std::exchange(goes_on_, true)) begins_.set_value();
    }
    /// Returns when all works are done.
    void finish() {
        std::promise<void> done;
        EXPECT_TRUE(thread_->add([&] { done.set_value(); }));
        go_on();
        done.get_future().wait();
    }
    [[nodiscard]] const std::shared_ptr<storage::BackgroundWork>& thread() const { return thread_; }

private:
    std::promise<void> begins_;
    bool goes_on_ = false;
    std::shared_ptr<storage::BackgroundWork> thread_ = std::make_shared<storage::BackgroundWork>();
};

TEST(ChunksBehind, AreCompressedByTheThread) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 100);
    EXPECT_TRUE(behind.take({0, 3}, values_of(1), length_behind, half_of));
    EXPECT_TRUE(behind.take({1, 3}, values_of(2), length_behind, half_of));
    EXPECT_EQ(behind.done_before(), 0);
    thread.finish();
    EXPECT_EQ(behind.done_before(), 1);
    EXPECT_TRUE(behind.stopped(0).empty());
    const auto all = behind.stopped(1);
    ASSERT_EQ(all.size(), 2);
    EXPECT_EQ(all[1].name, (BehindName{1, 3}));
    EXPECT_TRUE(std::ranges::equal(all[1].values, values_of(2)));
    EXPECT_TRUE(std::ranges::equal(all[1].coded, values_of(2, length_behind / 2)));
    std::vector<std::byte> read = values_of(0);
    EXPECT_TRUE(behind.copy({0, 3}, read));
    EXPECT_EQ(read, values_of(1));
    behind.drop({0, 3});
    behind.drop({0, 3});
    EXPECT_FALSE(behind.copy({0, 3}, read));
    EXPECT_EQ(behind.stopped(1).size(), 1);
}

TEST(ChunksBehind, AreThoseOfPuts) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 100);
    EXPECT_TRUE(behind.take({0, 7}, values_of(1), length_behind, half_of));
    behind.end_put();
    EXPECT_TRUE(behind.take({0, 3}, values_of(2), length_behind, half_of));
    EXPECT_EQ(behind.done_before(), 0);
    ASSERT_EQ(behind.stopped(1).size(), 1);
    EXPECT_EQ(behind.stopped(1)[0].name, (BehindName{0, 7}));
    EXPECT_EQ(behind.done_before(), 1);
    EXPECT_EQ(behind.stopped(2)[0].put, 1);
    EXPECT_EQ(behind.done_before(), 2);
}

TEST(ChunksBehind, AreDroppedIfTheyAreOld) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 100);
    EXPECT_TRUE(behind.take({0, 3}, values_of(1), length_behind, half_of));
    behind.end_put();
    EXPECT_TRUE(behind.take({0, 4}, values_of(1), length_behind, half_of));
    EXPECT_TRUE(behind.take({0, 5}, values_of(1), length_behind, half_of));
    behind.drop_old(1, [](const BehindName& name) { return name.number <= 4; });
    EXPECT_FALSE(behind.contains({0, 3}));
    EXPECT_TRUE(behind.contains({0, 4}));
    behind.drop_old(2, [](const BehindName& name) { return name.number <= 4; });
    EXPECT_FALSE(behind.contains({0, 4}));
    EXPECT_TRUE(behind.contains({0, 5}));
}

TEST(ChunksBehind, TakeNoMoreThanTheyMay) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 2 * length_behind);
    EXPECT_TRUE(behind.take({0, 1}, values_of(1), length_behind, half_of));
    EXPECT_TRUE(behind.take({0, 2}, values_of(2), length_behind, half_of));
    EXPECT_FALSE(behind.take({0, 3}, values_of(3), length_behind, half_of));
    behind.drop({0, 1});
    EXPECT_TRUE(behind.take({0, 3}, values_of(3), length_behind, half_of));
    ChunksBehind nothing(spare, {}, 100);
    EXPECT_FALSE(nothing.take({0, 1}, values_of(1), length_behind, half_of));
}

TEST(ChunksBehind, AreStoppedBeforeTheyAreCompressed) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 100);
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(behind.take({0, i}, values_of(i), length_behind, half_of));
    const auto all = behind.stopped(1);
    ASSERT_EQ(all.size(), 3);
    thread.finish();
    for (const auto& one : all) EXPECT_TRUE(one.coded.empty());
    EXPECT_TRUE(behind.stopped(1)[0].coded.empty());
}

TEST(ChunksBehind, AreWaitedForWhileTheyAreCompressed) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 100);
    std::promise<void> begun;
    const auto slowly = [&](std::span<const std::byte> chunk, std::span<std::byte> room) {
        begun.set_value();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return half_of(chunk, room);
    };
    EXPECT_TRUE(behind.take({0, 1}, values_of(1), length_behind, slowly));
    thread.go_on();
    begun.get_future().wait();
    const auto all = behind.stopped(1);
    ASSERT_EQ(all.size(), 1);
    EXPECT_EQ(all[0].coded.size(), length_behind / 2);
}

TEST(ChunksBehind, ThatCannotBeCompressedAreLeftToTheirOwner) {
    SpareChunks spare;
    HeldThread thread;
    ChunksBehind behind(spare, thread.thread(), 100);
    EXPECT_TRUE(behind.take({0, 1}, values_of(1), length_behind, [](auto, auto) {
        return Result<std::int64_t>(Status(Code::evarsize));
    }));
    EXPECT_TRUE(behind.take({0, 2}, values_of(2), length_behind,
                            [](auto, auto) -> Result<std::int64_t> { throw std::bad_alloc(); }));
    thread.finish();
    EXPECT_EQ(behind.done_before(), 1);
    const auto all = behind.stopped(1);
    ASSERT_EQ(all.size(), 2);
    EXPECT_TRUE(all[0].coded.empty());
    EXPECT_TRUE(std::ranges::equal(all[0].values, values_of(1)));
}

}  // namespace
}  // namespace weft::hdf5

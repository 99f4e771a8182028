// SPDX-License-Identifier: BSD-3-Clause
// Communicators that meet in one file, each a handle of its own.
#include "engine/window/other_writers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/faulty_store.hpp"

namespace weft::engine {
namespace {

using storage::opened;
using storage::to_create;
using storage::to_write;

class OtherWritersOnDisk : public testing::Test {
protected:
    std::unique_ptr<storage::File> open_again() { return opened(store_, path_, to_write); }

    storage::TestDirectory directory_;
    storage::PosixStore store_;
    std::string path_ = directory_.file("shared");
    std::unique_ptr<storage::File> file_ = opened(store_, path_, to_create);
};

TEST_F(OtherWritersOnDisk, WhoIsAloneMayRewriteUntilAnotherComes) {
    OtherWriters one(*file_, 0);
    EXPECT_EQ(one.keep_out(), nullptr) << "not announced";
    one.announce();
    EXPECT_NE(one.keep_out(), nullptr);
    const auto again = open_again();
    OtherWriters two(*again, 0);
    two.announce();
    EXPECT_EQ(one.keep_out(), nullptr);
    EXPECT_EQ(two.keep_out(), nullptr);
    one.leave();
    EXPECT_NE(two.keep_out(), nullptr);
}

TEST_F(OtherWritersOnDisk, RanksOfOneCommunicatorRewriteSideBySide) {
    OtherWriters root(*file_, 0);
    root.announce();
    const auto of_rank_1 = open_again();
    OtherWriters rank_1(*of_rank_1, 1);
    rank_1.learn(root.place());
    const auto one = root.keep_out();
    const auto two = rank_1.keep_out();
    EXPECT_NE(one, nullptr);
    EXPECT_NE(two, nullptr);
}

TEST_F(OtherWritersOnDisk, ThePresenceOfRankZeroOutlivesItsHandle) {
    const auto again = open_again();
    OtherWriters one(*file_, 0);
    one.announce();
    ASSERT_TRUE(file_->renew(0).ok());
    EXPECT_NE(one.keep_out(), nullptr) << "its own presence is nobody else's";
    OtherWriters two(*again, 0);
    ASSERT_TRUE(file_->close().ok());
    two.announce();
    EXPECT_EQ(two.keep_out(), nullptr) << "other ranks of the first may still write";
    one.leave();
    EXPECT_NE(two.keep_out(), nullptr);
}

TEST_F(OtherWritersOnDisk, WhoComesWaitsForThoseThatRewrite) {
    OtherWriters one(*file_, 0);
    one.announce();
    auto alone = one.keep_out();
    ASSERT_NE(alone, nullptr);
    std::atomic<bool> has_come = false;
    std::thread newcomer([&] {
        const auto again = open_again();
        OtherWriters two(*again, 0);
        two.announce();
        has_come = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_FALSE(has_come);
    alone.reset();
    newcomer.join();
    EXPECT_TRUE(has_come);
}

TEST_F(OtherWritersOnDisk, TheLastToSettleIsOne) {
    const auto again = open_again();
    OtherWriters one(*file_, 0);
    OtherWriters two(*again, 0);
    one.announce();
    two.announce();
    EXPECT_FALSE(one.is_last_to_settle());
    EXPECT_TRUE(two.is_last_to_settle()) << "though the first has not left";
}

TEST_F(OtherWritersOnDisk, WithoutLocksNobodyRewrites) {
    storage::FaultTrigger trigger(storage::FaultPlan::parse("lock:1:ENOLCK:forever").value());
    storage::FaultyStore without_locks(store_, trigger);
    const auto file = opened(without_locks, path_, to_write);
    OtherWriters one(*file, 0);
    one.announce();
    EXPECT_EQ(one.keep_out(), nullptr);
    EXPECT_EQ(one.take_turn(), nullptr);
    EXPECT_TRUE(one.is_last_to_settle()) << "somebody has to, and nobody knows of others";
}

/// A lock that fails, whichever of them it is, counts like no lock at all.
TEST_F(OtherWritersOnDisk, ALockThatFailsOnTheWayInLeavesNothingBehind) {
    for (const char* plan : {"lock:2:EIO", "lock:3:EIO", "lock:4:EIO"}) {
        storage::FaultTrigger trigger(storage::FaultPlan::parse(plan).value());
        storage::FaultyStore faulty(store_, trigger);
        const auto file = opened(faulty, path_, to_write);
        OtherWriters one(*file, 0);
        one.announce();
        EXPECT_EQ(trigger.faults(), 1) << plan;
        EXPECT_EQ(one.keep_out(), nullptr) << plan;
        const auto again = open_again();
        OtherWriters two(*again, 0);
        two.announce();
        EXPECT_NE(two.keep_out(), nullptr) << plan;
    }
}

constexpr std::size_t writers = 3;
constexpr std::size_t window_bytes = 3000;

/// One writer's visit sets its bytes of the window to `value`, by rewriting if that is possible.
/// Returns whether it was possible.
bool visit(storage::File& file, std::size_t writer, std::byte value) {
    OtherWriters mine(file, 0);
    mine.announce();
    const auto alone = mine.keep_out();
    std::vector<std::byte> window(window_bytes);
    if (alone != nullptr) {
        EXPECT_TRUE(file.read_at(0, window).ok());
        std::this_thread::yield();
        for (std::size_t i = writer; i < window_bytes; i += writers) window[i] = value;
        EXPECT_TRUE(file.write_at(0, window).ok());
        return true;
    }
    for (std::size_t i = writer; i < window_bytes; i += writers)
        EXPECT_TRUE(file.write_at(static_cast<std::int64_t>(i), std::array{value}).ok());
    return false;
}

TEST_F(OtherWritersOnDisk, VisitorsThatComeAndGoLoseNoByte) {
    constexpr int visits = 100;
    ASSERT_TRUE(file_->resize(window_bytes).ok());
    std::atomic<int> rewritten = 0;
    std::vector<std::thread> threads;
    for (std::size_t writer = 0; writer < writers; ++writer) {
        threads.emplace_back([&, writer] {
            for (int i = 1; i <= visits; ++i) {
                const auto file = open_again();
                if (visit(*file, writer, static_cast<std::byte>(i))) ++rewritten;
                // Only this writer changes these bytes.
                std::vector<std::byte> after(window_bytes);
                ASSERT_TRUE(file->read_at(0, after).ok());
                for (std::size_t at = writer; at < window_bytes; at += writers)
                    ASSERT_EQ(after[at], static_cast<std::byte>(i)) << at;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::vector<std::byte> bytes(window_bytes);
    ASSERT_TRUE(file_->read_at(0, bytes).ok());
    EXPECT_EQ(bytes, std::vector<std::byte>(window_bytes, static_cast<std::byte>(visits)));
    EXPECT_GT(rewritten, 0);
}

}  // namespace
}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// What every store promises about locks.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "storage/test_bytes.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

class LocksConformance : public StoreConformance {};

INSTANTIATE_TEST_SUITE_P(Stores, LocksConformance, testing::ValuesIn(place_cases()),
                         [](const auto& place) { return std::string(place.param.name); });

TEST_P(LocksConformance, LocksOnlyWritableFiles) {
    put_text(store(), in_room("a"), "text");
    EXPECT_EQ(opened(store(), in_room("a"), to_read)->lock(0, 1).code(), Code::efile);
}

TEST_P(LocksConformance, LocksExcludeOtherHandlesUntilReleased) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_write);
    auto held = one->lock(100, 100);
    ASSERT_TRUE(held.ok()) << held.status().context();
    EXPECT_TRUE(two->lock(0, 100).ok()) << "ranges that only touch do not exclude each other";
    EXPECT_TRUE(two->lock(200, 1).ok());

    std::atomic<bool> acquired = false;
    std::thread other([&] {
        const auto wanted = two->lock(199, 5);
        EXPECT_TRUE(wanted.ok());
        acquired = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_FALSE(acquired);
    held.value().reset();
    other.join();
    EXPECT_TRUE(acquired);
}

TEST_P(LocksConformance, ClosingReleasesLocks) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_write);
    auto held = one->lock(0, 10);
    ASSERT_TRUE(held.ok());
    ASSERT_TRUE(one->close().ok());
    EXPECT_TRUE(two->lock(0, 10).ok());
}

TEST_P(LocksConformance, AHeldLockOutlivesItsHandle) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_write);
    auto held = one->hold(7, 3);
    ASSERT_TRUE(held.ok()) << held.status().context();
    EXPECT_FALSE(one->is_locked(7, 3).value()) << "a handle's own lock is not another's";
    EXPECT_TRUE(two->is_locked(7, 3).value());
    ASSERT_TRUE(one->close().ok());
    EXPECT_TRUE(two->is_locked(9, 1).value());
    held.value().reset();
    EXPECT_FALSE(two->is_locked(7, 3).value());
}

TEST_P(LocksConformance, AHeldLockOutlivesARenewal) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_write);
    auto held = one->hold(7, 3);
    ASSERT_TRUE(held.ok()) << held.status().context();
    ASSERT_TRUE(one->renew(0).ok());
    EXPECT_TRUE(two->is_locked(7, 3).value());
    held.value().reset();
    EXPECT_FALSE(two->is_locked(7, 3).value());
}

TEST_P(LocksConformance, TellsWhetherAnyByteOfARangeIsLocked) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_write);
    constexpr std::int64_t far = std::int64_t{1} << 62;
    const auto held = one->lock(far + 5, 1);
    ASSERT_TRUE(held.ok());
    EXPECT_TRUE(two->is_locked(far, 10).value());
    EXPECT_FALSE(two->is_locked(far, 5).value());
    EXPECT_FALSE(two->is_locked(far + 6, 10).value());
    EXPECT_EQ(two->is_locked(far, 0).code(), Code::einval);
    const auto reader = opened(store(), in_room("a"), to_read);
    EXPECT_TRUE(reader->is_locked(far, 10).value()) << "asking needs no right to write";
}

TEST_P(LocksConformance, LocksProtectReadModifyWrite) {
    { const auto file = opened(store(), in_room("a"), to_create); }
    put_text(store(), in_room("a"), std::string(8, '\0'));
    constexpr int thread_count = 3;
    constexpr int rounds = 100;
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) {
        threads.emplace_back([&] {
            const auto file = opened(store(), in_room("a"), to_write);
            for (int round = 0; round < rounds; ++round) {
                const auto held = file->lock(0, 8);
                ASSERT_TRUE(held.ok());
                std::int64_t count = 0;
                const std::span<std::int64_t> value(&count, 1);
                ASSERT_TRUE(file->read_at(0, std::as_writable_bytes(value)).ok());
                ++count;
                ASSERT_TRUE(file->write_at(0, std::as_bytes(value)).ok());
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::int64_t count = 0;
    const auto file = opened(store(), in_room("a"), to_read);
    ASSERT_TRUE(file->read_at(0, std::as_writable_bytes(std::span(&count, 1))).ok());
    EXPECT_EQ(count, thread_count * rounds);
}

}  // namespace
}  // namespace weft::storage

// SPDX-License-Identifier: BSD-3-Clause
// What every store promises about locks.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/test_seeds.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

class LocksConformance : public StoreConformance {};

INSTANTIATE_TEST_SUITE_P(Stores, LocksConformance, testing::ValuesIn(writable_places()),
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

// Writers settle the size of a file by locks on these bytes, behind the end of every file.
constexpr Extent the_turn{.offset = std::int64_t{1} << 61, .length = 1};
constexpr Extent unsettled{.offset = std::int64_t{1} << 60, .length = 1000};

/// A writer that has not settled yet.
std::unique_ptr<RangeLock> not_settled(File& file, std::int64_t place) {
    auto held = file.hold(unsettled.offset + place, 1);
    EXPECT_TRUE(held.ok()) << held.status().context();
    return held.ok() ? std::move(held).value() : nullptr;
}

TEST_P(LocksConformance, TheLastOneToSettleGivesTheFileItsSize) {
    put_text(store(), in_room("a"), "text");
    const auto one = opened(store(), in_room("a"), to_write);
    const auto two = opened(store(), in_room("a"), to_write);
    auto first = not_settled(*one, 1);
    auto second = not_settled(*two, 999);
    const FinalSize size{.empty = {.bytes = 500}};
    EXPECT_FALSE(one->settle_size({the_turn, std::move(first), unsettled, size}).value());
    EXPECT_EQ(one->size().value(), 4);
    EXPECT_FALSE(two->is_locked(unsettled.offset, 500).value()) << "it has settled";
    EXPECT_TRUE(two->settle_size({the_turn, std::move(second), unsettled, size}).value());
    EXPECT_EQ(one->size().value(), 500);
    EXPECT_FALSE(one->is_locked(unsettled.offset, unsettled.length).value());
    EXPECT_FALSE(one->is_locked(the_turn.offset, 1).value()) << "the turn is over";
    EXPECT_TRUE(one->settle_size({.size = {.empty = {.bytes = 600}}}).value()) << "of nobody else";
    EXPECT_EQ(two->size().value(), 600);
}

TEST_P(LocksConformance, WhoSettlesWaitsForItsTurn) {
    const auto one = opened(store(), in_room("a"), to_create);
    const auto two = opened(store(), in_room("a"), to_write);
    auto mine = not_settled(*one, 1);
    auto turn = two->lock(the_turn.offset, the_turn.length);
    ASSERT_TRUE(turn.ok());
    std::atomic<bool> has_settled = false;
    std::thread settling([&] {
        const auto last =
            one->settle_size({the_turn, std::move(mine), unsettled, {.empty = {.bytes = 9}}});
        EXPECT_TRUE(last.ok() && last.value());
        has_settled = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_FALSE(has_settled);
    EXPECT_TRUE(two->is_locked(unsettled.offset, 10).value()) << "not before its turn";
    turn.value().reset();
    settling.join();
    EXPECT_EQ(two->size().value(), 9);
}

/// The expected size, by a plain implementation of the rules.
std::int64_t settled_size(std::int64_t bytes, std::optional<std::int64_t> counted,
                          const FinalSize& size) {
    if (bytes == size.unchanged_bytes) return bytes;
    std::int64_t units = size.units;
    if (counted && *counted <= size.most_units) units = std::max(units, *counted);
    const std::int64_t wanted =
        units == 0 ? size.empty.bytes : size.full.bytes + units * size.unit_bytes;
    const std::int64_t cut = units == 0 ? size.empty.longest_cut : size.full.longest_cut;
    if (bytes < wanted) return wanted;
    return bytes <= cut ? wanted : bytes;
}

TEST_P(LocksConformance, SizesAreSettledByTheRules) {
    const auto file = opened(store(), in_room("a"), to_create);
    for (const std::uint64_t seed : test_seeds(40)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        const auto below = [&](std::uint64_t most) {
            return static_cast<std::int64_t>(random() % most);
        };
        const std::int64_t bytes = 12 + below(300);
        FinalSize size{.unchanged_bytes = below(3) == 0 ? bytes : -1,
                       .units = below(2) * below(9),
                       .count = {.offset = 4, .length = 4 * below(3)},
                       .most_units = 20,
                       .empty = {.bytes = below(200), .longest_cut = below(400) - 1},
                       .full = {.bytes = below(200), .longest_cut = below(400) - 1},
                       .unit_bytes = below(40)};
        const std::int64_t told = below(2) == 0 ? below(30) : -1;  // -1: all ones
        std::string text(static_cast<std::size_t>(bytes), 'x');
        for (std::int64_t i = 0; i < size.count.length; ++i) {
            const std::int64_t shift = 8 * (size.count.length - 1 - i);
            text[static_cast<std::size_t>(4 + i)] = static_cast<char>(told >> shift);
        }
        ASSERT_TRUE(file->resize(0).ok());
        ASSERT_TRUE(file->write_at(0, bytes_of(text)).ok());
        const auto counted =
            size.count.length > 0 && told >= 0 ? std::optional(told) : std::nullopt;
        const auto last = file->settle_size({.size = size});
        ASSERT_TRUE(last.ok()) << last.status().context();
        EXPECT_EQ(file->size().value(), settled_size(bytes, counted, size));
    }
}

TEST_P(LocksConformance, ASizeThatNoFileCanHaveFails) {
    const auto file = opened(store(), in_room("a"), to_create);
    const auto other = opened(store(), in_room("a"), to_write);
    auto mine = not_settled(*file, 1);
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const FinalSize size{.units = 3, .full = {.bytes = 100}, .unit_bytes = most / 2};
    EXPECT_EQ(file->settle_size({the_turn, std::move(mine), unsettled, size}).code(), Code::ewrite);
    EXPECT_FALSE(other->is_locked(unsettled.offset, unsettled.length).value());
    EXPECT_EQ(file->size().value(), 0);
}

}  // namespace
}  // namespace weft::storage

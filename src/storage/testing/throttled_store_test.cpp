// SPDX-License-Identifier: BSD-3-Clause
// Slow targets, on a clock that takes no time.
#include "storage/testing/throttled_store.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "region/nest.hpp"
#include "storage/background_file.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/memory_store.hpp"
#include "storage/testing/virtual_clock.hpp"

namespace weft::storage {
namespace {

constexpr std::int64_t megabyte = 1'000'000;
constexpr int targets = 4;

Target target(int number) {
    return {.directory = "/t" + std::to_string(number),
            .call = 1e-3,
            .byte = 1e-8,  // 100 megabytes per second
            .round_trip = 20e-3};
}

std::string on_target(int number, const std::string& name) {
    return target(number).directory + "/" + name;
}

class SlowTargets {
public:
    explicit SlowTargets(int threads) : clock(threads) {
        for (int i = 0; i < targets; ++i)
            EXPECT_TRUE(memory.make_directory(target(i).directory).ok());
    }
    MemoryStore memory{MemoryStore::Contents::discarded};
    VirtualClock clock;
    ThrottledStore store{memory, clock, {target(0), target(1), target(2), target(3)}};
};

TEST(ThrottledStore, TakesATargetsTimeForATransfer) {
    SlowTargets slow(1);
    const auto file = opened(slow.store, on_target(1, "a"), to_create);
    EXPECT_DOUBLE_EQ(slow.clock.now(), 20e-3) << "a round trip to open it";
    std::vector<std::byte> bytes(megabyte);
    const double begin = slow.clock.now();
    ASSERT_TRUE(file->write_at(0, bytes).ok());
    EXPECT_DOUBLE_EQ(slow.clock.now() - begin, 1e-3 + 10e-3 + 20e-3);
    ASSERT_EQ(file->read_at(0, bytes).value(), megabyte);
    EXPECT_DOUBLE_EQ(slow.clock.now() - begin, 2 * (1e-3 + 10e-3 + 20e-3));
    ASSERT_EQ(file->size().value(), megabyte);
    EXPECT_DOUBLE_EQ(slow.clock.now() - begin, 2 * (1e-3 + 10e-3 + 20e-3) + 20e-3);
}

TEST(ThrottledStore, TakesACallForEachRunOfAShape) {
    SlowTargets slow(1);
    const auto file = opened(slow.store, on_target(0, "a"), to_create);
    const double begin = slow.clock.now();
    const region::Nest runs(0, 1, {{5, 10}});
    ASSERT_TRUE(file->write_shape(runs, 0, bytes_of("12345")).ok());
    EXPECT_NEAR(slow.clock.now() - begin, 5 * (1e-3 + 20e-3), 1e-6);
}

TEST(ThrottledStore, LeavesOtherFilesAlone) {
    SlowTargets slow(1);
    const auto file = opened(slow.store, "/t00", to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of("text")).ok());
    EXPECT_EQ(slow.clock.now(), 0);
}

TEST(ThrottledStore, SaysWhatItsTargetsCost) {
    SlowTargets slow(1);
    const Speed speed = slow.store.measure(on_target(2, "a")).value();
    EXPECT_EQ(speed.write_call, 1e-3);
    EXPECT_EQ(speed.read_byte, 1e-8);
    EXPECT_EQ(speed.round_trip, 20e-3);
}

/// A rank's file on each of its two targets, and how it comes there.
using Open = std::unique_ptr<File> (*)(SlowTargets&, const std::string&);

std::unique_ptr<File> in_background(SlowTargets& slow, const std::string& path) {
    return std::make_unique<BackgroundFile>(opened(slow.store, path, to_create), 8 * megabyte,
                                            slow.clock);
}

std::unique_ptr<File> at_once(SlowTargets& slow, const std::string& path) {
    return opened(slow.store, path, to_create);
}

constexpr int writes = 100;  // of a rank to each of its targets

void write_to_two_targets(SlowTargets& slow, int rank, Open open) {
    const std::vector<std::byte> bytes(megabyte);
    std::array files = {open(slow, on_target(2 * rank, "a")),
                        open(slow, on_target(2 * rank + 1, "a"))};
    for (int i = 0; i < writes; ++i)
        for (const auto& file : files) EXPECT_TRUE(file->write_soon(i * megabyte, bytes).ok());
    for (const auto& file : files) EXPECT_TRUE(file->settle().ok());
    for (auto& file : files) file.reset();
    slow.clock.rest();  // this thread ends
}

/// The seconds of the clock that two ranks take, each of which is a thread.
double seconds_of_two_ranks(Open open) {
    SlowTargets slow(2);
    std::thread one([&] { write_to_two_targets(slow, 0, open); });
    std::thread two([&] { write_to_two_targets(slow, 1, open); });
    one.join();
    two.join();
    return slow.clock.now();
}

/// The seconds if every target is busy all the time.
double least_seconds() {
    return writes * (target(0).call + megabyte * target(0).byte + target(0).round_trip);
}

TEST(BackgroundFilesOnSlowTargets, KeepTwoTargetsOfEachRankBusy) {
    const double seconds = seconds_of_two_ranks(in_background);
    EXPECT_GE(seconds, least_seconds());
    EXPECT_LE(seconds, 1.1 * least_seconds());
    EXPECT_EQ(seconds_of_two_ranks(in_background), seconds) << "the same every time";
}

TEST(BackgroundFilesOnSlowTargets, DoWhatOneThreadCannot) {
    EXPECT_GE(seconds_of_two_ranks(at_once), 1.9 * least_seconds());
}

}  // namespace
}  // namespace weft::storage

// SPDX-License-Identifier: BSD-3-Clause
// Targets behind a cache that takes every write at once, on a clock that takes no time.
#include "storage/target_meter.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "storage/memory_store.hpp"
#include "storage/metered_file.hpp"
#include "storage/test_bytes.hpp"
#include "storage/throttled_store.hpp"

namespace weft::storage {
namespace {

constexpr std::int64_t window = 1000;
constexpr double byte_seconds = 1e-4;  // a window takes 0.1 s

/// The file as the meter has it: what it is waited for takes the device's time.
class OnDevice final : public ForwardingFile {
public:
    OnDevice(File& file, ThrottledStore::Device& device) : ForwardingFile(file), device_(device) {}
    Status finish_writing(std::int64_t, std::int64_t length) override {
        device_.serve(length);
        return fails_ ? Status(Code::ewrite, "lost") : Status();
    }
    void fail() { fails_ = true; }

private:
    ThrottledStore::Device& device_;
    bool fails_ = false;
};

/// One target, with two files of a rank.
class MeteredTarget {
public:
    explicit MeteredTarget(double byte)
        : device_({.directory = "/t", .call = 0, .byte = byte, .round_trip = 0}, clock_) {
        for (const char* name : {"a", "b"}) {
            plain_.push_back(opened(memory_, name, to_create));
            followers_.push_back(std::make_shared<OnDevice>(*plain_.back(), device_));
            files_.push_back(std::make_unique<MeteredFile>(opened(memory_, name, to_write),
                                                           followers_.back(), meter_, window));
        }
    }

    [[nodiscard]] File& file(std::size_t number) { return *files_[number]; }
    [[nodiscard]] TargetMeter::Reading reading() { return meter_.reading(); }
    [[nodiscard]] double now() { return clock_.now(); }
    void fail() { followers_[0]->fail(); }
    void pass(double seconds) { clock_.sleep_until(clock_.now() + seconds); }
    ~MeteredTarget() { clock_.rest(); }  // the test waits for the meter's thread from here on

private:
    MemoryStore memory_;
    VirtualClock clock_{1};
    ThrottledStore::Device device_;
    std::vector<std::unique_ptr<File>> plain_;
    std::vector<std::shared_ptr<OnDevice>> followers_;
    TargetMeter meter_{clock_};
    std::vector<std::unique_ptr<File>> files_;
};

const std::vector<std::byte> one_window(window);

TEST(TargetMeter, TakesTheTimeUntilWhatWasWrittenIsOnTheDisk) {
    MeteredTarget target(byte_seconds);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(target.file(0).write_at(i * window, one_window).ok());
    EXPECT_EQ(target.now(), 0) << "nobody waits for it";
    target.pass(10);
    EXPECT_EQ(target.reading().bytes, 5 * window);
    EXPECT_NEAR(target.reading().seconds, 0.5, 1e-9) << "and not while nothing is on its way";
}

TEST(TargetMeter, CountsTheTimeOfATargetThatStandsStill) {
    MeteredTarget target(1);
    ASSERT_TRUE(target.file(0).write_at(0, one_window).ok());
    target.pass(7);
    EXPECT_EQ(target.reading().bytes, 0);
    EXPECT_NEAR(target.reading().seconds, 7, 1e-9);
    target.pass(window);
    EXPECT_EQ(target.reading().bytes, window);
}

TEST(TargetMeter, TakesTheFilesOfATargetTogether) {
    MeteredTarget target(byte_seconds);
    for (std::size_t file : {0, 1, 0, 1}) {
        ASSERT_TRUE(target.file(file).write_soon(0, one_window).ok());
    }
    target.pass(10);
    EXPECT_EQ(target.reading().bytes, 4 * window);
    EXPECT_NEAR(target.reading().seconds, 0.4, 1e-9);
}

TEST(TargetMeter, IsNeverBusyWhereNothingHasToComeToADisk) {
    MeteredTarget target(0);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(target.file(0).write_at(i * window, one_window).ok());
    target.pass(1);
    EXPECT_EQ(target.reading().bytes, 5 * window);
    EXPECT_EQ(target.reading().seconds, 0);
}

TEST(TargetMeter, CountsNothingThatWasLost) {
    MeteredTarget target(byte_seconds);
    target.fail();
    ASSERT_TRUE(target.file(0).write_at(0, one_window).ok());
    ASSERT_TRUE(target.file(1).write_at(0, one_window).ok());
    target.pass(1);
    EXPECT_EQ(target.reading().bytes, window);
}

TEST(MeteredFile, TellsOfWritesOfEveryKindOnceTheyFillAWindow) {
    MeteredTarget target(byte_seconds);
    const std::vector<std::byte> quarter(window / 4);
    ASSERT_TRUE(target.file(0).write_at(0, quarter).ok());
    ASSERT_TRUE(target.file(0).write_soon(250, quarter).ok());
    const region::Nest runs(500, 25, {{10, 50}});
    ASSERT_TRUE(target.file(0).write_shape(runs, 0, quarter).ok());
    target.pass(1);
    EXPECT_EQ(target.reading().bytes, 0);
    ASSERT_TRUE(target.file(0).write_at(525, quarter).ok());
    target.pass(1);
    EXPECT_EQ(target.reading().bytes, window);
}

}  // namespace
}  // namespace weft::storage

// SPDX-License-Identifier: BSD-3-Clause
// Targets behind a cache that takes every write at once, on a clock that takes no time.
#include "storage/target_meter.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "storage/metered_file.hpp"
#include "storage/read_only_file.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/lagging_store.hpp"
#include "storage/testing/memory_store.hpp"
#include "storage/testing/virtual_clock.hpp"

namespace weft::storage {
namespace {

constexpr std::int64_t window = 1000;
constexpr double usual = 10 * window;  // bytes per second: a window takes 0.1 s

constexpr double infinite = std::numeric_limits<double>::infinity();

/// One target with two files of a rank.
class MeteredTarget {
public:
    explicit MeteredTarget(double bytes_per_second)
        : store_(std::make_unique<MemoryStore>(), bytes_per_second, clock_) {
        for (const char* name : {"a", "b"}) {
            auto file = opened(store_, name, to_create);
            std::shared_ptr<File> follower = opened(store_, name, to_read);
            files_.push_back(std::make_unique<MeteredFile>(std::move(file), std::move(follower),
                                                           meter_, window));
        }
    }
    ~MeteredTarget() { clock_.rest(); }  // from here on the test waits for the meter's thread

    [[nodiscard]] File& file(std::size_t number) { return *files_[number]; }
    [[nodiscard]] TargetMeter& meter() { return meter_; }
    [[nodiscard]] TargetMeter::Reading reading() { return meter_.reading(); }
    [[nodiscard]] double now() { return clock_.now(); }
    void pass(double seconds) { clock_.sleep_until(clock_.now() + seconds); }
    [[nodiscard]] VirtualClock& clock() { return clock_; }

private:
    VirtualClock clock_{1};
    LaggingStore store_;
    TargetMeter meter_{clock_};
    std::vector<std::unique_ptr<File>> files_;
};

/// A file of which nothing comes to the disk.
class Lost final : public ReadOnlyFile {
public:
    Lost() : ReadOnlyFile("") {}
    Result<std::int64_t> read_at(std::int64_t, std::span<std::byte>) override {
        return std::int64_t{0};
    }
    Result<std::int64_t> size() override { return std::int64_t{0}; }
    Status finish_writing(std::int64_t, std::int64_t) override { return {Code::ewrite, "lost"}; }
    Status close() override { return {}; }
};

/// A file whose bytes are on the disk as soon as they are sent, while the waiting thread has no
/// processor.
class SeenLate final : public ReadOnlyFile {
public:
    SeenLate(VirtualClock& clock, double seconds)
        : ReadOnlyFile(""), clock_(clock), seconds_(seconds) {}
    Result<std::int64_t> read_at(std::int64_t, std::span<std::byte>) override {
        return std::int64_t{0};
    }
    Result<std::int64_t> size() override { return std::int64_t{0}; }
    Status finish_writing(std::int64_t, std::int64_t) override {
        clock_.starve(seconds_);
        return {};
    }
    Status close() override { return {}; }

private:
    VirtualClock& clock_;
    const double seconds_;
};

const std::vector<std::byte> one_window(window);

TEST(TargetMeter, TakesTheTimeUntilWhatWasWrittenIsOnTheDisk) {
    MeteredTarget target(usual);
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

TEST(TargetMeter, CountsTheTimeOfWritesThatWait) {
    MeteredTarget target(infinite);
    {
        const TargetMeter::Write first(target.meter(), window);
        target.pass(1);
        const TargetMeter::Write second(target.meter(), window);
        target.pass(1);
    }
    target.pass(1);
    EXPECT_NEAR(target.reading().seconds, 2, 1e-9);
}

TEST(TargetMeter, TakesTheFilesOfATargetTogether) {
    MeteredTarget target(usual);
    for (std::size_t file : {0, 1, 0, 1}) {
        ASSERT_TRUE(target.file(file).write_soon(0, one_window).ok());
    }
    target.pass(10);
    EXPECT_EQ(target.reading().bytes, 4 * window);
    EXPECT_NEAR(target.reading().seconds, 0.4, 1e-9);
}

TEST(TargetMeter, IsNeverBusyWhereNothingHasToComeToADisk) {
    MeteredTarget target(infinite);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(target.file(0).write_at(i * window, one_window).ok());
    target.pass(1);
    EXPECT_EQ(target.reading().bytes, 5 * window);
    EXPECT_EQ(target.reading().seconds, 0);
}

TEST(TargetMeter, CountsNothingThatWasLost) {
    MeteredTarget target(usual);
    target.meter().follow(std::make_shared<Lost>(), {0, window}, window);
    ASSERT_TRUE(target.file(0).write_at(0, one_window).ok());
    target.pass(1);
    EXPECT_EQ(target.reading().bytes, window);
}

constexpr std::int64_t long_write = 1 << 20;

TEST(TargetMeter, ATargetIsNotBusyWhileItsWriterHasNoProcessor) {
    MeteredTarget target(infinite);
    {
        const TargetMeter::Write write(target.meter(), long_write);
        target.pass(1);
        target.clock().starve(5);
    }
    target.pass(1);
    EXPECT_NEAR(target.reading().seconds, 1, 1e-9);
}

TEST(TargetMeter, WhatElseIsUnderWayKeepsItBusy) {
    MeteredTarget target(infinite);
    const TargetMeter::Write all_the_time(target.meter(), long_write);
    {
        const TargetMeter::Write write(target.meter(), long_write);
        target.clock().starve(5);
    }
    EXPECT_NEAR(target.reading().seconds, 5, 1e-9);
}

TEST(TargetMeter, WhatIsSeenLateWasThereBefore) {
    MeteredTarget target(usual);
    target.meter().follow(std::make_shared<SeenLate>(target.clock(), 3), {0, window}, window);
    target.pass(10);
    EXPECT_EQ(target.reading().bytes, window);
    EXPECT_NEAR(target.reading().seconds, 0, 1e-9);
    ASSERT_TRUE(target.file(0).write_at(0, one_window).ok());
    target.pass(10);
    EXPECT_NEAR(target.reading().seconds, 0.1, 1e-9) << "a target's own time counts";
}

TEST(MeteredFile, TellsOfWritesOfEveryKindOnceTheyFillAWindow) {
    MeteredTarget target(usual);
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

// SPDX-License-Identifier: BSD-3-Clause
#include "stage/staged_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/test_seeds.hpp"
#include "region/nest.hpp"
#include "stage/test_stage.hpp"
#include "storage/testing/faulty_calls.hpp"

namespace weft::stage {
namespace {

using storage::FaultTrigger;
using storage::FaultySystemCalls;
using storage::Operation;

TEST(StagedFile, WritesReturnBeforeTheFileHasThem) {
    TestStage stage;  // whose drain has not begun
    const auto file = stage.file(1);
    ASSERT_TRUE(file->write_at(0, bytes_of(100, 1)).ok());
    ASSERT_TRUE(file->write_soon(100, bytes_of(100, 2)).ok());
    ASSERT_TRUE(file->settle().ok());
    EXPECT_TRUE(stage.stored().empty());
    EXPECT_EQ(file->counts().staged_bytes, 200);
    ASSERT_TRUE(stage.drain().start().ok());
    ASSERT_TRUE(file->drain().ok());
    EXPECT_EQ(stage.stored().size(), 200U);
}

TEST(StagedFile, WithoutALogItIsTheFile) {
    const TestStage stage;
    storage::PosixStore store;
    StagedFile file(store.open_file(stage.path(), {.writable = true}).value());
    const auto bytes = bytes_of(100, 1);
    ASSERT_TRUE(file.write_at(0, bytes).ok());
    EXPECT_EQ(stage.stored(), bytes);
    EXPECT_TRUE(file.drain().ok());
    EXPECT_TRUE(file.sync().ok());
    EXPECT_TRUE(file.close().ok());
}

TEST(StagedFile, ReadsSeeWhatAnyHandleHasWritten) {
    TestStage stage;
    ASSERT_TRUE(stage.drain().start().ok());
    const auto one = stage.file(1);
    const auto two = stage.file(2);
    for (int i = 0; i < 200; ++i) {
        const auto bytes = bytes_of(1000, i);
        ASSERT_TRUE(one->write_at(i % 7 * 500, bytes).ok());
        std::vector<std::byte> got(1000);
        ASSERT_EQ(two->read_at(i % 7 * 500, got).value(), 1000);
        ASSERT_EQ(got, bytes);
    }
}

/// The file is longer than what is in it yet.
TEST(StagedFile, AReadBeforeTheLastByteIsNotShort) {
    TestStage stage;
    ASSERT_TRUE(stage.drain().start().ok());
    const auto file = stage.file(1);
    ASSERT_TRUE(file->write_at(1000, bytes_of(10, 1)).ok());
    std::vector<std::byte> got(100, std::byte{1});
    EXPECT_EQ(file->read_at(0, got).value(), 100);
    EXPECT_EQ(got, std::vector<std::byte>(100));
}

TEST(StagedFile, EverythingElseSeesAllWrites) {
    TestStage stage;
    ASSERT_TRUE(stage.drain().start().ok());
    const auto file = stage.file(1);
    ASSERT_TRUE(file->write_at(0, bytes_of(100, 1)).ok());
    EXPECT_EQ(file->size().value(), 100);
    ASSERT_TRUE(file->write_at(100, bytes_of(100, 2)).ok());
    ASSERT_TRUE(file->resize(150).ok());
    EXPECT_EQ(stage.stored().size(), 150U);
    ASSERT_TRUE(file->write_at(150, bytes_of(100, 3)).ok());
    EXPECT_EQ(file->checksum(0, 250).value().bytes, 250);
    ASSERT_TRUE(file->write_at(250, bytes_of(1, 4)).ok());
    { const auto lock = file->lock(0, 10).value(); }
    EXPECT_EQ(stage.stored().size(), 251U);
}

TEST(StagedFile, WhatWasWrittenUnderALockIsThereWhenItIsReleased) {
    TestStage stage;
    ASSERT_TRUE(stage.drain().start().ok());
    const auto file = stage.file(1);
    auto lock = file->lock(0, 10).value();
    ASSERT_TRUE(file->write_at(0, bytes_of(100, 1)).ok());
    lock.reset();
    EXPECT_EQ(stage.stored().size(), 100U);
}

TEST(StagedFile, ShapesLieInTheFileAsTheySay) {
    TestStage stage;
    const auto file = stage.file(1);
    const region::FileShape shape(region::Nest(8, 4, {{.count = 1000, .pitch = 12}}));
    const auto bytes = bytes_of(4000, 1);
    ASSERT_TRUE(file->write_shape(shape, 0, std::span(bytes).first(1002)).ok());
    ASSERT_TRUE(file->write_shape(shape, 1002, std::span(bytes).subspan(1002)).ok());
    ASSERT_TRUE(stage.drain().start().ok());
    std::vector<std::byte> got(4000);
    ASSERT_TRUE(file->read_shape(shape, 0, got).ok());
    EXPECT_EQ(got, bytes);
    EXPECT_EQ(file->counts().records, 2);
    EXPECT_EQ(stage.stored().size(), 8U + 999 * 12 + 4);
}

/// Such a put can only be staged in several records.
TEST(StagedFile, LongWritesAreSeveralRecords) {
    TestStage stage(64 << 10);
    ASSERT_TRUE(stage.drain().start().ok());
    const auto file = stage.file(1);
    const auto bytes = bytes_of(500'000, 1);
    ASSERT_TRUE(file->write_at(3, bytes).ok());
    const region::FileShape shape(region::Nest(600'000, 100, {{.count = 2000, .pitch = 150}}));
    const auto packed = bytes_of(200'000, 2);
    ASSERT_TRUE(file->write_shape(shape, 0, packed).ok());
    std::vector<std::byte> got(500'000);
    ASSERT_EQ(file->read_at(3, got).value(), 500'000);
    EXPECT_EQ(got, bytes);
    got.resize(200'000);
    ASSERT_TRUE(file->read_shape(shape, 0, got).ok());
    EXPECT_EQ(got, packed);
    EXPECT_GT(file->counts().full_seconds, 0);
}

/// The stage's disk is full, or fails, from its n-th call on: the bytes go to the file.
TEST(StagedFile, WhatCannotBeStagedGoesToTheFile) {
    for (std::int64_t n = 1; n < 8; ++n) {
        FaultTrigger trigger({.operation = Operation::write,
                              .call = n + 1,  // the first makes the log
                              .error_number = ENOSPC,
                              .forever = true});
        const FaultySystemCalls calls(trigger);
        TestStage stage(1 << 20, calls);
        ASSERT_TRUE(stage.drain().start().ok());
        const auto file = stage.file(1);
        std::vector<std::byte> expected;
        for (int i = 0; i < 6; ++i) {
            const auto bytes = bytes_of(1000, i);
            ASSERT_TRUE(file->write_at(i * 500, bytes).ok());
            expected.resize(static_cast<std::size_t>(i * 500 + 1000));
            std::ranges::copy(bytes, expected.begin() + i * 500);
        }
        EXPECT_GT(trigger.faults() + (n > 6 ? 1 : 0), 0);
        ASSERT_TRUE(file->close().ok());
        EXPECT_EQ(stage.stored(), expected) << n;
        EXPECT_EQ(file->counts().passed_bytes, std::max<std::int64_t>(0, 7 - n) * 1000);
        EXPECT_EQ(file->counts().refused_bytes, file->counts().passed_bytes);
    }
}

TEST(StagedFile, AFailureOfTheDrainReachesEachHandleOnce) {
    FaultTrigger trigger({.operation = Operation::write, .call = 1, .error_number = ENOSPC});
    const FaultySystemCalls calls(trigger);
    TestStage stage(1 << 20, storage::kernel_calls(), calls);
    ASSERT_TRUE(stage.drain().start().ok());
    const auto one = stage.file(1);
    const auto two = stage.file(2);
    ASSERT_TRUE(one->write_at(0, bytes_of(100, 1)).ok());
    const Status told = one->drain();
    EXPECT_EQ(told.code(), Code::eno_space);
    EXPECT_NE(told.context().find("data"), std::string::npos) << told.context();
    EXPECT_TRUE(one->drain().ok()) << "the drain tries again";
    EXPECT_EQ(two->drain().code(), Code::eno_space);
    EXPECT_TRUE(two->drain().ok());
    EXPECT_EQ(stage.stored(), bytes_of(100, 1));
}

TEST(StagedFile, CloseReportsWhatTheFileCannotTake) {
    FaultTrigger trigger(
        {.operation = Operation::write, .call = 1, .error_number = EIO, .forever = true});
    const FaultySystemCalls calls(trigger);
    TestStage stage(1 << 20, storage::kernel_calls(), calls);
    ASSERT_TRUE(stage.drain().start().ok());
    const auto file = stage.file(1);
    ASSERT_TRUE(file->write_at(0, bytes_of(100, 1)).ok());
    EXPECT_EQ(file->close().code(), Code::ewrite);
    EXPECT_FALSE(stage.drains_log().is_empty());
}

TEST(StagedFile, ADetachedOneLeavesItsRecords) {
    TestStage stage;
    const auto file = stage.file(1, true);
    ASSERT_TRUE(file->write_at(0, bytes_of(100, 1)).ok());
    ASSERT_TRUE(file->settle_size({.size = {.empty = {.bytes = 4096}}}).value());
    ASSERT_TRUE(file->close().ok());
    EXPECT_EQ(stage.drains_log().reserved(), 2U);
    EXPECT_TRUE(stage.stored().empty());
    ASSERT_TRUE(stage.drain().start().ok());
    ASSERT_TRUE(stage.member(2)->await_all().ok());
    EXPECT_EQ(stage.stored().size(), 4096U);
}

TEST(StagedFile, PassedWritesComeBehindTheLog) {
    TestStage stage;
    ASSERT_TRUE(stage.drain().start().ok());
    const auto one = stage.file(1);
    const auto two = stage.file(2);
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(one->write_at(0, bytes_of(5000, i)).ok());
        two->pass(true);
        ASSERT_TRUE(two->write_at(0, bytes_of(5000, 1000 + i)).ok());
        EXPECT_EQ(stage.stored(), bytes_of(5000, 1000 + i));
    }
}

/// They write in turn, anywhere.
/// As the drain has not begun, whoever waited for it would wait for ever.
TEST(StagedFile, AMarkWaitsForNobody) {
    TestStage stage;
    const auto file = stage.file(1);
    ASSERT_TRUE(file->write_at(0, bytes_of(1000, 1)).ok());
    const auto mark = file->mark(std::int64_t{1} << 40, 1);
    ASSERT_TRUE(mark.ok()) << mark.status().context();
    storage::PosixStore plain;
    const auto other = plain.open_file(stage.path(), {.writable = true}).value();
    EXPECT_TRUE(other->is_locked(std::int64_t{1} << 40, 1).value());
    ASSERT_TRUE(stage.drain().start().ok());  // for the close
}

TEST(StagedFile, RandomProgramsOfFourHandlesEndWithTheSameFile) {
    constexpr std::int64_t space = 200'000;
    for (const std::uint64_t seed : test_seeds(20)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        const auto below = [&](std::int64_t n) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
        };
        TestStage stage(below(2) == 0 ? 128 << 10 : 4 << 20);
        std::vector<std::unique_ptr<StagedFile>> files;
        for (std::uint32_t i = 1; i <= 4; ++i) files.push_back(stage.file(i));
        const bool starts_late = below(2) == 0;
        bool has_started = !starts_late;
        if (!starts_late) {
            ASSERT_TRUE(stage.drain().start().ok());
        }
        std::vector<std::byte> expected(space);
        std::int64_t end = 0;
        std::int64_t staged = 0;
        for (int step = 0; step < 40; ++step) {
            if (staged > 60'000 && !std::exchange(has_started, true)) {
                ASSERT_TRUE(stage.drain().start().ok());
            }
            const std::int64_t bytes = 1 + below(8000);
            const std::int64_t offset = below(space - bytes);
            const auto data = bytes_of(static_cast<std::size_t>(bytes), step);
            StagedFile& file = *files[static_cast<std::size_t>(below(4))];
            if (below(3) == 0) {
                const std::int64_t run = 1 + below(50);
                const std::int64_t pitch = run + below(20);
                const std::int64_t count =
                    std::max<std::int64_t>(1, std::min(bytes / run, (space - offset) / pitch));
                const region::FileShape shape(
                    region::Nest(offset, run, {{.count = count, .pitch = pitch}}));
                const auto packed =
                    std::span(data).first(static_cast<std::size_t>(std::min(bytes, shape.bytes())));
                ASSERT_TRUE(file.write_shape(shape, 0, packed).ok());
                for (std::int64_t i = 0; i < std::ssize(packed); ++i) {
                    const std::int64_t at = shape.offset_of(i);
                    expected[static_cast<std::size_t>(at)] = packed[static_cast<std::size_t>(i)];
                    end = std::max(end, at + 1);
                }
            } else {
                ASSERT_TRUE(file.write_at(offset, data).ok());
                std::ranges::copy(data, expected.begin() + offset);
                end = std::max(end, offset + bytes);
            }
            staged += bytes;
        }
        if (!has_started) {
            ASSERT_TRUE(stage.drain().start().ok());
        }
        for (const auto& file : files) ASSERT_TRUE(file->close().ok());
        expected.resize(static_cast<std::size_t>(end));
        EXPECT_EQ(stage.stored(), expected);
    }
}

}  // namespace
}  // namespace weft::stage

// SPDX-License-Identifier: BSD-3-Clause
#include "stage/drain.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "region/nest.hpp"
#include "stage/test_stage.hpp"
#include "storage/testing/faulty_calls.hpp"

namespace weft::stage {
namespace {

using storage::FaultPlan;
using storage::FaultTrigger;
using storage::FaultySystemCalls;
using storage::Operation;

/// Every n-th call on the file fails once: the drain stops there, says so to whoever waits, loses
/// nothing, and goes on when it is asked again.
TEST(Drain, EveryCallOnTheFileMayFail) {
    for (std::int64_t n = 1;; ++n) {
        FaultTrigger trigger({.operation = {}, .call = n, .error_number = EIO});
        const FaultySystemCalls calls(trigger);
        storage::PosixStore plain;
        const storage::TestDirectory folder;
        const std::string path = folder.file("data");
        ASSERT_TRUE(plain.open_file(path, {.writable = true, .create = true}).ok());
        storage::PosixStore store(calls);
        auto files = std::make_unique<DrainedFiles>(store, path);
        if (!files->file(0).ok()) continue;
        const std::int64_t before = trigger.calls();
        const std::int64_t faults_before = trigger.faults();
        auto file = LogFile::create(folder.file("log"), 1, LogSize::of(1 << 20, 3), Medium::disk,
                                    storage::kernel_calls());
        DrainThread drain(Log::join(std::move(file).value(), 0).value(), std::move(files));
        auto open = LogFile::open(folder.file("log"), 1, storage::kernel_calls());
        StagedFile mine(plain.open_file(path, {.writable = true}).value());
        mine.stage_in(Log::join(std::move(open).value(), 1).value(), 0, false);
        ASSERT_TRUE(mine.write_at(0, bytes_of(100'000, 1)).ok());
        ASSERT_TRUE(mine.write_at(500'000, bytes_of(1000, 2)).ok());
        ASSERT_TRUE(mine.write_at(50'000, bytes_of(1000, 3)).ok());
        ASSERT_TRUE(drain.start().ok());
        const Status first = mine.drain();
        const bool has_failed = trigger.faults() > faults_before;
        EXPECT_EQ(first.ok(), !has_failed) << "call " << n;
        EXPECT_TRUE(mine.drain().ok()) << "call " << n;
        auto expected = bytes_of(100'000, 1);
        std::ranges::copy(bytes_of(1000, 3), expected.begin() + 50'000);
        std::vector<std::byte> got(100'000);
        ASSERT_TRUE(plain.open_file(path, {}).value()->read_at(0, got).ok());
        EXPECT_EQ(got, expected) << "call " << n;
        if (trigger.faults() == 0) {
            EXPECT_GT(n, before + 1);
            break;
        }
        ASSERT_LT(n, 100);
    }
}

TEST(Drain, SyncIsThatOfTheFileAndFailsForGood) {
    FaultTrigger trigger({.operation = Operation::sync, .call = 1, .error_number = EIO});
    const FaultySystemCalls calls(trigger);
    TestStage stage(1 << 20, storage::kernel_calls(), calls);
    ASSERT_TRUE(stage.drain().start().ok());
    const auto one = stage.file(1);
    const auto two = stage.file(2);
    ASSERT_TRUE(one->write_at(0, bytes_of(100, 1)).ok());
    EXPECT_EQ(one->sync().code(), Code::ewrite);
    EXPECT_EQ(two->sync().code(), Code::ewrite);
    EXPECT_EQ(one->sync().code(), Code::ewrite);
    EXPECT_EQ(trigger.calls(Operation::sync), 1) << "fdatasync, and not again";
}

TEST(Drain, MovesWhatFitsInMemoryAtATime) {
    TestStage stage(96 << 20);
    const auto log = stage.member(1);
    const auto file = stage.file(2);
    const auto bytes = bytes_of(40 << 20, 1);
    ASSERT_TRUE(file->write_at(0, bytes).ok());
    ASSERT_TRUE(stage.drain().start().ok());
    ASSERT_TRUE(log->await_all().ok());
    EXPECT_EQ(stage.stored(), bytes);
    ASSERT_TRUE(stage.drain().stop().ok());
    EXPECT_EQ(stage.drain().work().bytes, 40 << 20);
}

/// The thread has not begun, as if nobody gave it a core.
TEST(Drain, WhoWaitsDoesItsWork) {
    TestStage stage(256 << 10);
    auto log = stage.member(1);
    log->help_by([&] { return stage.drain().help(); });
    storage::PosixStore plain;
    StagedFile file(plain.open_file(stage.path(), {.writable = true}).value());
    file.stage_in(std::move(log), 0, false);
    const auto bytes = bytes_of(1 << 20, 1);
    ASSERT_TRUE(file.write_at(0, bytes).ok());
    ASSERT_TRUE(file.sync().ok());
    EXPECT_EQ(stage.stored(), bytes);
}

/// Two files of one folder and one of another, and records that alternate.
TEST(Drain, RecordsGoToTheirFiles) {
    TestStage stage;
    const std::vector<std::string> others = {stage.make_other("b"), stage.make_other("far/c")};
    stage.drain().add(others);
    const std::shared_ptr<Log> log = stage.member(1);
    storage::PosixStore plain;
    std::vector<std::unique_ptr<StagedFile>> files;
    for (const std::string& path : {stage.path(), others[0], others[1]}) {
        files.push_back(
            std::make_unique<StagedFile>(plain.open_file(path, {.writable = true}).value()));
        files.back()->stage_in(log, static_cast<std::uint32_t>(files.size() - 1), false);
    }
    for (int turn = 0; turn < 3; ++turn)
        for (int i = 0; i < 3; ++i)
            ASSERT_TRUE(files[i]->write_at(100 * turn, bytes_of(150, 10 * i + turn)).ok());
    EXPECT_FALSE(log->behind_last_in(1, {350, 1000}));
    EXPECT_EQ(log->behind_last_in(1, {0, 1000}), 8U);
    ASSERT_TRUE(stage.drain().start().ok());
    ASSERT_TRUE(files[2]->sync().ok());
    for (int i = 0; i < 3; ++i) {
        std::vector<std::byte> expected(350);
        for (int turn = 0; turn < 3; ++turn)
            std::ranges::copy(bytes_of(150, 10 * i + turn), expected.begin() + 100 * turn);
        EXPECT_EQ(TestStage::stored(i == 0 ? stage.path() : others[i - 1]), expected) << i;
    }
}

TEST(Drain, ARecordOfAnUnknownFileIsNotMoved) {
    TestStage stage;
    const std::shared_ptr<Log> log = stage.member(1);
    storage::PosixStore plain;
    StagedFile file(plain.open_file(stage.make_other("b"), {.writable = true}).value());
    file.stage_in(log, 1, false);
    ASSERT_TRUE(file.write_at(0, bytes_of(100, 1)).ok());
    ASSERT_TRUE(stage.drain().start().ok());
    EXPECT_EQ(file.drain().code(), Code::eread);
}

TEST(Drain, TheEndOfTheThreadIsHeard) {
    TestStage stage;
    ASSERT_TRUE(stage.drain().start().ok());
    const auto file = stage.file(1);
    ASSERT_TRUE(stage.drain().stop().ok());
    ASSERT_TRUE(file->write_at(0, bytes_of(100, 1)).ok());
    const Status drained = file->drain();
    EXPECT_EQ(drained.code(), Code::ewrite);
    EXPECT_NE(drained.context().find("weft drain"), std::string::npos) << drained.context();
}

}  // namespace
}  // namespace weft::stage

// SPDX-License-Identifier: BSD-3-Clause
#include "stage/log.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <thread>
#include <vector>

#include "stage/record.hpp"
#include "stage/test_stage.hpp"
#include "storage/testing/faulty_calls.hpp"

namespace weft::stage {
namespace {

Status put(Log& log, std::int64_t offset, std::span<const std::byte> bytes) {
    double waited = 0;
    return log.append({.range = {offset, offset + std::ssize(bytes)}, .data = bytes}, waited);
}

TEST(Log, HasNoRecordsAtFirst) {
    TestStage stage;
    const auto log = stage.member(1);
    EXPECT_TRUE(log->is_empty());
    EXPECT_FALSE(log->behind_last_in(0, {0, 1 << 30}));
    EXPECT_TRUE(log->await_all().ok());
}

TEST(Log, KnowsTheLastRecordThatTouchesARange) {
    TestStage stage;
    const auto log = stage.member(1);
    ASSERT_TRUE(put(*log, 0, bytes_of(100, 1)).ok());
    ASSERT_TRUE(put(*log, 50, bytes_of(100, 2)).ok());
    ASSERT_TRUE(put(*log, 1000, bytes_of(100, 3)).ok());
    EXPECT_EQ(log->behind_last_in(0, {0, 10}), 1U);
    EXPECT_EQ(log->behind_last_in(0, {0, 60}), 2U);
    EXPECT_EQ(log->behind_last_in(0, {1099, 2000}), 3U);
    EXPECT_FALSE(log->behind_last_in(0, {150, 1000}));
}

TEST(Log, RecordsOfSeveralMembersAreInTheOrderOfTheirPuts) {
    TestStage stage;
    const auto one = stage.member(1);
    const auto two = stage.member(2);
    ASSERT_TRUE(put(*one, 0, bytes_of(100, 1)).ok());
    ASSERT_TRUE(put(*two, 0, bytes_of(100, 2)).ok());
    ASSERT_TRUE(put(*one, 0, bytes_of(50, 3)).ok());
    ASSERT_TRUE(stage.drain().start().ok());
    ASSERT_TRUE(two->await_all().ok());
    std::vector<std::byte> expected = bytes_of(100, 2);
    std::ranges::copy(bytes_of(50, 3), expected.begin());
    EXPECT_EQ(stage.stored(), expected);
}

TEST(Log, ARecordIsIntactUntilAByteOfItChanges) {
    TestStage stage;
    const auto log = stage.member(1);
    ASSERT_TRUE(put(*log, 0, bytes_of(300'000, 1)).ok());
    ASSERT_TRUE(read_record(*log, 0).value().has_value());
    const std::byte changed{0x5a};
    for (const std::int64_t at : {0L, 8L, 24L, 64L, 72L, 200'000L, 300'000L + 71}) {
        std::byte before{};
        ASSERT_TRUE(log->file().ring().read(at, std::span(&before, 1)).ok());
        const std::byte other = before ^ changed;
        ASSERT_TRUE(log->file().ring().write(at, std::span(&other, 1)).ok());
        EXPECT_FALSE(read_record(*log, 0).value().has_value()) << at;
        ASSERT_TRUE(log->file().ring().write(at, std::span(&before, 1)).ok());
    }
    EXPECT_TRUE(read_record(*log, 0).value().has_value());
}

TEST(Log, RecordsWithoutADrainAreReleasedInAnyOrder) {
    TestStage stage(64 << 10);
    const auto log = stage.member(1);
    const std::vector<std::byte> head = bytes_of(32, 9);
    const auto keep = [&](int value, std::int64_t spare) {
        const std::vector<std::byte> data = bytes_of(10'000, value);
        return log->append_if_room({.kind = RecordKind::values, .shape = head, .data = data}, spare)
            .value();
    };
    for (std::uint64_t number = 0; number < 6; ++number)
        EXPECT_EQ(keep(static_cast<int>(number), 0), number);
    EXPECT_FALSE(keep(6, 0)) << "the ring is full";
    EXPECT_GT(log->bytes_from(0), 60'000);
    log->release(1);
    EXPECT_FALSE(keep(6, 0)) << "the first record holds the room behind it";
    log->release(0);
    EXPECT_FALSE(keep(6, 20'000)) << "so much is to stay free";
    EXPECT_EQ(keep(6, 0), 6U);
    const auto record = read_record(*log, 6).value();
    ASSERT_TRUE(record);
    EXPECT_TRUE(std::ranges::equal(record->shape(), head));
    EXPECT_TRUE(std::ranges::equal(record->data(), bytes_of(10'000, 6)));
    for (const std::uint64_t number : {6, 3, 2, 5, 4}) log->release(number);
    EXPECT_TRUE(log->is_empty());
}

TEST(Log, ARecordWithoutADrainThatCannotBeWrittenLeavesNothing) {
    storage::FaultTrigger trigger(
        {.operation = storage::Operation::write, .call = 2, .error_number = ENOSPC});
    const storage::FaultySystemCalls calls(trigger);
    const storage::TestDirectory folder;
    auto file =
        LogFile::create(folder.file("log"), 1, LogSize::of(1 << 20, 3), Medium::disk, calls);
    ASSERT_TRUE(file.ok()) << file.status().context();
    const auto log = Log::join(std::move(file).value(), 1).value();
    const std::vector<std::byte> data = bytes_of(9000, 1);
    const auto keep = [&] {
        return log->append_if_room({.kind = RecordKind::values, .data = data}, 0);
    };
    int failures = 0;
    for (int i = 0; i < 5; ++i) {
        const auto kept = keep();
        failures += kept.ok() ? 0 : 1;
        if (kept.ok()) log->release(*kept.value());
        EXPECT_TRUE(log->is_empty());
    }
    EXPECT_EQ(failures, 1);
}

/// The puts have more bytes than the ring, and pass through every place of it.
TEST(Log, PutsWaitWhileTheRingIsFull) {
    TestStage stage(64 << 10);
    const auto log = stage.member(1);
    ASSERT_TRUE(stage.drain().start().ok());
    std::vector<std::byte> expected;
    for (int i = 0; i < 300; ++i) {
        const auto bytes = bytes_of(static_cast<std::size_t>(1 + i * 37 % 9000), i);
        ASSERT_TRUE(put(*log, std::ssize(expected), bytes).ok());
        expected.insert(expected.end(), bytes.begin(), bytes.end());
    }
    ASSERT_TRUE(log->await_all().ok());
    EXPECT_EQ(stage.stored(), expected);
}

TEST(Log, PutsWaitWhileThereIsNoSlot) {
    TestStage stage(64 << 10);
    const auto log = stage.member(1);
    ASSERT_TRUE(stage.drain().start().ok());
    const std::byte one{7};
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(put(*log, i, std::span(&one, 1)).ok());
    ASSERT_TRUE(log->await_all().ok());
    EXPECT_EQ(stage.stored(), std::vector<std::byte>(1000, one));
}

TEST(Log, WithoutADrainNobodyWaitsForEver) {
    TestStage stage(64 << 10);
    const auto log = stage.member(1);
    ASSERT_TRUE(put(*log, 0, bytes_of(100, 1)).ok());
    stage.kill_drain();
    EXPECT_EQ(log->await_all().code(), Code::ewrite);
    const auto bytes = bytes_of(10'000, 1);
    Status status;
    for (int i = 0; i < 10 && status.ok(); ++i) status = put(*log, i, bytes);
    EXPECT_EQ(status.code(), Code::ewrite) << "the ring is full";
}

/// A child that is killed at any moment of its appending must not stop the others: not by the lock,
/// and not by a place that it has reserved.
TEST(Log, AMemberThatIsKilledDoesNotStopTheOthers) {
    TestStage stage(256 << 10);
    ASSERT_TRUE(stage.drain().start().ok());
    const auto log = stage.member(1);
    const auto mine = bytes_of(5000, 5);
    for (int round = 0; round < 10; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            auto file = LogFile::open(stage.log_path(), TestStage::id, storage::kernel_calls());
            auto joined = Log::join(std::move(file).value(), 2);
            const std::vector<std::byte> bytes(3000, std::byte{9});
            while (put(*joined.value(), 100'000, bytes).ok()) {
            }
            _exit(1);
        }
        ASSERT_GT(child, 0);
        while (log->behind_last_in(0, {100'000, 100'001}) == std::nullopt)
            std::this_thread::yield();
        for (int i = 0; i < 5; ++i) ASSERT_TRUE(put(*log, i * 5000, mine).ok());
        kill(child, SIGKILL);
        int state = 0;
        ASSERT_EQ(waitpid(child, &state, 0), child);
        ASSERT_TRUE(WIFSIGNALED(state));
        ASSERT_TRUE(put(*log, 0, bytes_of(5000, round)).ok());
        ASSERT_TRUE(log->await_all().ok());
    }
    const auto stored = stage.stored();
    const auto last = bytes_of(5000, 9);
    EXPECT_TRUE(std::ranges::equal(std::span(stored).first(5000), last));
    EXPECT_TRUE(std::ranges::equal(std::span(stored).subspan(5000, 5000), mine));
}

/// After a failing call the log is as if there had been no append.
TEST(Log, EveryCallOfItMayFail) {
    for (std::int64_t n = 1;; ++n) {
        storage::FaultTrigger trigger({.operation = {}, .call = n, .error_number = ENOSPC});
        const storage::FaultySystemCalls calls(trigger);
        const storage::TestDirectory folder;
        const std::string path = folder.file("log");
        bool is_whole = false;
        {
            auto file = LogFile::create(path, 1, LogSize::of(1 << 20, 3), Medium::disk, calls);
            if (file.ok()) {
                auto log = Log::join(std::move(file).value(), 0);
                if (log.ok()) {
                    const Status first = put(*log.value(), 0, bytes_of(300'000, 1));
                    const Status second = put(*log.value(), 9, bytes_of(10, 2));
                    const auto state = [&](std::uint64_t number) {
                        return log.value()->file().slot(number).state.load();
                    };
                    EXPECT_EQ(log.value()->reserved(), 2U);
                    EXPECT_EQ(state(0), first.ok() ? 1U : 2U);
                    EXPECT_EQ(state(1), second.ok() ? 1U : 2U);
                    is_whole = first.ok() && second.ok();
                    EXPECT_TRUE(is_whole || trigger.faults() > 0);
                }
            } else {
                EXPECT_GT(trigger.faults(), 0);
                EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << n;
            }
        }
        if (trigger.faults() == 0) {
            EXPECT_TRUE(is_whole);
            EXPECT_GT(n, 5);
            break;
        }
        ASSERT_LT(n, 200);
    }
}

TEST(Log, AnyOtherFileIsRefused) {
    TestStage stage;
    EXPECT_EQ(LogFile::open(stage.path(), TestStage::id, storage::kernel_calls()).code(),
              Code::enotnc);
    EXPECT_EQ(LogFile::open(stage.log_path(), TestStage::id + 1, storage::kernel_calls()).code(),
              Code::enotnc);
    EXPECT_EQ(LogFile::create(stage.log_path(), 1, LogSize::of(1, 1), Medium::disk,
                              storage::kernel_calls())
                  .code(),
              Code::eexist);
}

}  // namespace
}  // namespace weft::stage

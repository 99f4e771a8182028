// SPDX-License-Identifier: BSD-3-Clause
#include "stage/recovery.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/host_name.hpp"
#include "stage/test_stage.hpp"
#include "storage/testing/faulty_calls.hpp"
#include "storage/this_host.hpp"

namespace weft::stage {
namespace {

using storage::FaultTrigger;
using storage::FaultySystemCalls;

/// A file whose job has died with three records in its log.
class Left {
public:
    Left() {
        auto file = stage.file(1);
        EXPECT_TRUE(file->write_at(0, bytes_of(10'000, 1)).ok());
        EXPECT_TRUE(file->write_at(5000, bytes_of(10'000, 2)).ok());
        EXPECT_TRUE(file->write_at(0, bytes_of(100, 3)).ok());
        expected = bytes_of(10'000, 1);
        expected.resize(15'000);
        std::ranges::copy(bytes_of(10'000, 2), expected.begin() + 5000);
        std::ranges::copy(bytes_of(100, 3), expected.begin());
        stage.kill_drain();
        EXPECT_TRUE(write_manifest(store, stage.path(), manifest()).ok());
    }

    [[nodiscard]] Manifest manifest() const { return {.id = TestStage::id, .logs = {place()}}; }
    [[nodiscard]] LogPlace place() const {
        return {.host = storage::this_host(),
                .ring_bytes = 1 << 20,
                .host_name = host_name(),
                .path = stage.log_path()};
    }
    Result<LogDrained> drain(Damage damage = Damage::refuse) {
        return drain_log(store, stage.path(), manifest(), place(), damage);
    }
    [[nodiscard]] std::unique_ptr<LogFile> log_file() const {
        return LogFile::open(stage.log_path(), TestStage::id, storage::kernel_calls()).value();
    }
    /// A byte of a record's data.
    void damage(std::uint64_t record) {
        const auto log = log_file();
        ASSERT_TRUE(log->open_ring().ok());
        std::byte byte{};
        const std::int64_t at = log->slot(record).position + 80;
        ASSERT_TRUE(log->ring().read(at, std::span(&byte, 1)).ok());
        byte ^= std::byte{1};
        ASSERT_TRUE(log->ring().write(at, std::span(&byte, 1)).ok());
    }

    TestStage stage;
    storage::PosixStore store;
    std::vector<std::byte> expected;
};

TEST(Recovery, AFileWithoutAManifestHasNoStage) {
    const TestStage stage;
    storage::PosixStore store;
    ASSERT_TRUE(find_stage(store, stage.path()).ok());
    EXPECT_FALSE(find_stage(store, stage.path()).value());
    EXPECT_TRUE(remove_logs(store, stage.path()).ok());
}

TEST(Recovery, PartsGetTheirRecords) {
    Left left;
    const std::string part = left.stage.make_other("data.part0");
    {
        StagedFile file(left.store.open_file(part, {.writable = true}).value());
        file.stage_in(left.stage.member(1), 1, true);
        ASSERT_TRUE(file.write_at(7, bytes_of(50, 4)).ok());
    }
    Manifest manifest = left.manifest();
    EXPECT_FALSE(drain_log(left.store, left.stage.path(), manifest, left.place(), Damage::refuse)
                     .ok());  // it names no such part
    manifest.parts = {name_of_part(left.stage.path(), part)};
    const auto drained =
        drain_log(left.store, left.stage.path(), manifest, left.place(), Damage::refuse);
    ASSERT_TRUE(drained.ok()) << drained.status().context();
    EXPECT_EQ(left.stage.stored(), left.expected);
    auto expected = bytes_of(50, 4);
    expected.insert(expected.begin(), 7, std::byte{});
    EXPECT_EQ(TestStage::stored(part), expected);
}

TEST(Recovery, APartThatIsGoneIsForgottenOnlyOnDemand) {
    Left left;
    Manifest manifest = left.manifest();
    {
        const std::string part = left.stage.make_other("data.part0");
        manifest.parts = {name_of_part(left.stage.path(), part)};
        StagedFile file(left.store.open_file(part, {.writable = true}).value());
        file.stage_in(left.stage.member(1), 1, true);
        ASSERT_TRUE(file.write_at(7, bytes_of(50, 4)).ok());
        ASSERT_TRUE(left.store.remove(part).ok());
    }
    EXPECT_EQ(
        drain_log(left.store, left.stage.path(), manifest, left.place(), Damage::refuse).code(),
        Code::efile);
    const auto drained = drain_log(left.store, left.stage.path(), manifest, left.place(),
                                   Damage::refuse, MissingParts::forget);
    ASSERT_TRUE(drained.ok()) << drained.status().context();
    EXPECT_EQ(left.stage.stored(), left.expected);
}

/// A manifest may be anybody's: a server's, or one in a folder that others can write to.
TEST(Recovery, AManifestRemovesNothingButItsLogs) {
    Left left;
    const std::string letter = left.stage.make_other("letter");
    LogPlace place = left.place();
    place.path = letter;
    place.use = LogUse::drained;
    Manifest manifest = left.manifest();
    manifest.logs = {place};
    ASSERT_TRUE(write_manifest(left.store, left.stage.path(), manifest).ok());
    ASSERT_TRUE(forget_logs(left.store, left.stage.path()).ok());
    EXPECT_TRUE(std::filesystem::exists(letter));
    manifest.logs[0].path = left.stage.log_path();  // of the same id, and it is in use
    const auto user = left.stage.member(3);
    ASSERT_TRUE(write_manifest(left.store, left.stage.path(), manifest).ok());
    const std::size_t files = left.stage.log_files().size();
    EXPECT_FALSE(remove_logs(left.store, left.stage.path()).ok());
    manifest.logs[0].path = left.stage.log_path() + ".0";
    ASSERT_TRUE(write_manifest(left.store, left.stage.path(), manifest).ok());
    EXPECT_TRUE(forget_logs(left.store, left.stage.path()).ok());
    EXPECT_EQ(left.stage.log_files().size(), files) << "the first file of the ring is no log";
}

TEST(Recovery, ADamagedLogThatAProgramUsesIsNotRemoved) {
    Left left;
    const auto user = left.stage.member(3);
    user->page().facts.magic = 0;
    const std::size_t files = left.stage.log_files().size();
    EXPECT_FALSE(
        LogFile::remove(left.stage.log_path(), TestStage::id, storage::kernel_calls()).ok());
    EXPECT_EQ(left.stage.log_files().size(), files);
}

TEST(Recovery, EveryCallOfARemovalMayFail) {
    for (std::int64_t n = 1;; ++n) {
        Left left;
        ASSERT_TRUE(left.drain().ok());
        FaultTrigger trigger({.operation = {}, .call = n, .error_number = EIO});
        const FaultySystemCalls calls(trigger);
        (void)remove_logs(left.store, left.stage.path(), calls);
        const auto found = find_stage(left.store, left.stage.path());
        ASSERT_TRUE(found.ok());
        EXPECT_TRUE(found.value() || left.stage.log_files().empty())
            << "files are forgotten: " << n;
        EXPECT_TRUE(remove_logs(left.store, left.stage.path()).ok());
        EXPECT_TRUE(left.stage.log_files().empty()) << n;
        if (trigger.faults() == 0) break;
        ASSERT_LT(n, 200);
    }
}

TEST(Recovery, WhatIsLeftOfARingIsRemoved) {
    Left left;
    std::filesystem::remove(left.stage.log_path());
    EXPECT_FALSE(left.stage.log_files().empty());
    ASSERT_TRUE(forget_logs(left.store, left.stage.path()).ok());
    EXPECT_TRUE(left.stage.log_files().empty());
}

TEST(Recovery, WhatWasLeftGoesIntoTheFile) {
    Left left;
    auto found = find_stage(left.store, left.stage.path());
    ASSERT_TRUE(found.ok() && found.value());
    ASSERT_EQ(found.value()->logs.size(), 1U);
    EXPECT_EQ(found.value()->logs[0].condition, LogCondition::left);
    EXPECT_EQ(found.value()->logs[0].records, 3U);
    const auto drained = left.drain();
    ASSERT_TRUE(drained.ok()) << drained.status().context();
    EXPECT_EQ(drained.value().records, 3U);
    EXPECT_EQ(drained.value().bytes, 20'100);
    EXPECT_EQ(left.stage.stored(), left.expected);
    EXPECT_EQ(left.drain().value().records, 0U) << "twice does no harm";
    ASSERT_TRUE(remove_logs(left.store, left.stage.path()).ok());
    EXPECT_FALSE(std::filesystem::exists(left.stage.log_path()));
    EXPECT_FALSE(find_stage(left.store, left.stage.path()).value());
    EXPECT_EQ(left.stage.stored(), left.expected);
}

TEST(Recovery, LogsWithRecordsAreNotRemoved) {
    Left left;
    ASSERT_TRUE(remove_logs(left.store, left.stage.path()).ok());
    EXPECT_TRUE(std::filesystem::exists(left.stage.log_path()));
    EXPECT_TRUE(find_stage(left.store, left.stage.path()).value());
}

TEST(Recovery, WhatAProgramUsesIsLeftAlone) {
    Left left;
    const auto member = left.stage.member(5);
    EXPECT_EQ(find_stage(left.store, left.stage.path()).value()->logs[0].condition,
              LogCondition::live);
    EXPECT_EQ(left.drain().code(), Code::efile);
    EXPECT_TRUE(left.stage.stored().empty());
}

TEST(Recovery, APutThatDidNotReturnIsSkipped) {
    Left left;
    auto log = LogFile::open(left.stage.log_path(), TestStage::id, storage::kernel_calls()).value();
    log->slot(1).state = static_cast<std::uint32_t>(RecordState::reserved);
    EXPECT_EQ(left.drain().value().records, 3U);
    auto expected = bytes_of(10'000, 1);
    std::ranges::copy(bytes_of(100, 3), expected.begin());
    EXPECT_EQ(left.stage.stored(), expected);
}

TEST(Recovery, ADamagedRecordEndsIt) {
    Left left;
    left.damage(1);
    EXPECT_EQ(left.drain().code(), Code::efile);
    EXPECT_TRUE(left.stage.stored().empty()) << "nothing was moved";
    const auto drained = left.drain(Damage::drop);
    ASSERT_TRUE(drained.ok()) << drained.status().context();
    EXPECT_EQ(drained.value().records, 1U);
    EXPECT_EQ(drained.value().damaged, 2U);
    EXPECT_EQ(left.stage.stored(), bytes_of(10'000, 1));
    EXPECT_TRUE(left.drain().ok());
}

/// A power failure keeps what the system had written, which may be little of a ring.
TEST(Recovery, ARingThatEndsTooSoonEndsIt) {
    for (const bool is_missing : {false, true}) {
        Left left;
        const std::string file = left.stage.log_path() + ".0";
        if (is_missing)
            std::filesystem::remove(file);
        else
            std::filesystem::resize_file(file, 12'000);
        EXPECT_EQ(find_stage(left.store, left.stage.path()).value()->logs[0].condition,
                  LogCondition::left);
        EXPECT_EQ(left.drain().code(), Code::efile);
        const auto drained = left.drain(Damage::drop);
        ASSERT_TRUE(drained.ok()) << drained.status().context();
        EXPECT_EQ(drained.value().records, is_missing ? 0U : 1U);
        EXPECT_EQ(drained.value().damaged, is_missing ? 3U : 2U);
        ASSERT_TRUE(remove_logs(left.store, left.stage.path()).ok());
        EXPECT_TRUE(left.stage.log_files().empty());
    }
}

TEST(Recovery, ADamagedSlotEndsIt) {
    for (const std::int64_t position : {std::int64_t{-10} << 20, (std::int64_t{1} << 20) - 64}) {
        Left left;
        left.log_file()->slot(1).position = position;
        EXPECT_EQ(left.drain().code(), Code::efile);
        const auto drained = left.drain(Damage::drop);
        ASSERT_TRUE(drained.ok()) << drained.status().context();
        EXPECT_EQ(drained.value().records, 1U);
    }
}

TEST(Recovery, LogsThatCannotBeReachedAreNamed) {
    Left left;
    Manifest manifest = left.manifest();
    manifest.logs.push_back({.host = 1, .ring_bytes = 1, .host_name = "node9", .path = "/nowhere"});
    manifest.logs.push_back({.host = storage::this_host(),
                             .ring_bytes = 1,
                             .host_name = "me",
                             .path = left.stage.log_path() + "-2"});
    ASSERT_TRUE(write_manifest(left.store, left.stage.path(), manifest).ok());
    const StageFound found = *find_stage(left.store, left.stage.path()).value();
    EXPECT_EQ(found.hosts_with(LogCondition::elsewhere), "node9");
    EXPECT_EQ(found.hosts_with(LogCondition::gone), "me");
    ASSERT_TRUE(left.drain().ok());
    ASSERT_TRUE(remove_logs(left.store, left.stage.path()).ok());
    EXPECT_EQ(read_manifest(left.store, left.stage.path()).value()->logs.size(), 2U);
}

TEST(Recovery, ALogThatTheFileDoesNotNeedMayBeGone) {
    Left left;
    Manifest manifest = left.manifest();
    manifest.logs[0].use = LogUse::drained;
    ASSERT_TRUE(write_manifest(left.store, left.stage.path(), manifest).ok());
    std::filesystem::remove(left.stage.log_path());
    EXPECT_FALSE(find_stage(left.store, left.stage.path()).value()->has(LogCondition::gone));
    ASSERT_TRUE(remove_logs(left.store, left.stage.path()).ok());
    EXPECT_FALSE(find_stage(left.store, left.stage.path()).value());
}

TEST(Recovery, WhatIsLostIsForgottenOnlyWhenAsked) {
    Left left;
    std::filesystem::remove(left.stage.log_path());
    ASSERT_TRUE(remove_logs(left.store, left.stage.path()).ok());
    EXPECT_TRUE(find_stage(left.store, left.stage.path()).value()->has(LogCondition::gone));
    ASSERT_TRUE(forget_logs(left.store, left.stage.path()).ok());
    EXPECT_FALSE(find_stage(left.store, left.stage.path()).value());
}

/// Every n-th call fails: afterwards the log still has what the file has not.
TEST(Recovery, EveryCallOfItMayFail) {
    for (std::int64_t n = 1;; ++n) {
        Left left;
        FaultTrigger trigger({.operation = {}, .call = n, .error_number = EIO});
        const FaultySystemCalls calls(trigger);
        storage::PosixStore failing(calls);
        const auto drained = drain_log(failing, left.stage.path(), left.manifest(), left.place(),
                                       Damage::refuse, MissingParts::refuse, calls);
        const bool has_failed = trigger.faults() > 0;
        if (!drained.ok()) {
            EXPECT_TRUE(has_failed);
            ASSERT_TRUE(left.drain().ok()) << "call " << n;
        }
        EXPECT_EQ(left.stage.stored(), left.expected) << "call " << n;
        if (!has_failed) {
            EXPECT_GT(n, 10);
            break;
        }
        ASSERT_LT(n, 200);
    }
}

/// A log of values that a dead job has left, beside that of its file.
struct LeftValues {
    LeftValues() {
        Manifest manifest = left.manifest();
        manifest.logs.push_back({.host = storage::this_host(),
                                 .ring_bytes = 1 << 20,
                                 .host_name = host_name(),
                                 .path = path(),
                                 .use = LogUse::values});
        auto file = LogFile::create(path(), TestStage::id, LogSize::of(1 << 20, 1), Medium::disk,
                                    storage::kernel_calls());
        EXPECT_TRUE(file.ok()) << file.status().context();
        const auto log = Log::join(std::move(file).value(), 1).value();
        for (int i = 0; i < 5; ++i) {
            const auto shape = bytes_of(32, i);
            const auto data = bytes_of(5000 + static_cast<std::size_t>(i), 10 + i);
            const Content content{.kind = RecordKind::values, .shape = shape, .data = data};
            EXPECT_TRUE(log->append_if_room(content, 0).value());
        }
        log->release(0);
        log->release(3);
        EXPECT_TRUE(write_manifest(left.store, left.stage.path(), manifest).ok());
    }

    [[nodiscard]] std::string path() const {
        return left.stage.log_path().substr(0, left.stage.log_path().size() - 1) + "1";
    }
    [[nodiscard]] std::string copy() const {
        return path_of_copy(left.stage.path(), path(), TestStage::id).value();
    }
    /// What the command does, and opening. `values`: set to the values that were stored.
    Status drain(storage::Store& store, const storage::SystemCalls& calls,
                 std::vector<std::vector<std::byte>>& values) const {
        const auto found = find_stage(store, left.stage.path(), calls);
        if (!found.ok() || !found.value()) return found.status();
        for (const LogFound& log : found.value()->logs) {
            if (log.condition != LogCondition::left) continue;
            const auto drained = drain_log(store, left.stage.path(), found.value()->manifest,
                                           log.place, Damage::refuse, MissingParts::refuse, calls);
            if (!drained.ok()) return drained.status();
        }
        if (Status gone = remove_logs(store, left.stage.path(), calls); !gone.ok()) return gone;
        return store_copied(
            store, left.stage.path(),
            [&](const CopiedValues& copied) {
                std::vector<std::vector<std::byte>> got;
                for (const CopiedValues::Record& record : copied.records()) {
                    auto data = copied.data_of(record);
                    if (!data.ok()) return data.status();
                    got.push_back(std::move(data).value());
                }
                values = std::move(got);
                return Status();
            },
            Failing::keep, calls);
    }

    Left left;
};

std::vector<std::vector<std::byte>> values_left() {
    return {bytes_of(5001, 11), bytes_of(5002, 12), bytes_of(5004, 14)};
}

TEST(Recovery, ValuesAreCopiedBesideTheFileAndStored) {
    LeftValues all;
    std::vector<std::vector<std::byte>> values;
    const Status drained = all.drain(all.left.store, storage::kernel_calls(), values);
    ASSERT_TRUE(drained.ok()) << drained.context();
    EXPECT_EQ(values, values_left());
    EXPECT_EQ(all.left.stage.stored(), all.left.expected);
    EXPECT_FALSE(find_stage(all.left.store, all.left.stage.path()).value());
    for (const std::string& path : {all.path(), all.path() + ".0", all.copy()})
        EXPECT_FALSE(std::filesystem::exists(path)) << path;
}

TEST(Recovery, ValuesWaitForTheLogsOfOtherNodes) {
    LeftValues all;
    Manifest manifest = *read_manifest(all.left.store, all.left.stage.path()).value();
    manifest.logs.push_back({.host = 1, .ring_bytes = 1, .host_name = "node9", .path = "/nowhere"});
    ASSERT_TRUE(write_manifest(all.left.store, all.left.stage.path(), manifest).ok());
    std::vector<std::vector<std::byte>> values;
    const Status drained = all.drain(all.left.store, storage::kernel_calls(), values);
    EXPECT_EQ(drained.code(), Code::efile);
    EXPECT_NE(drained.context().find("node9"), std::string::npos);
    EXPECT_TRUE(values.empty());
    EXPECT_TRUE(
        find_stage(all.left.store, all.left.stage.path()).value()->has(LogCondition::copied));
    EXPECT_TRUE(std::filesystem::exists(all.copy()));
    ASSERT_TRUE(forget_logs(all.left.store, all.left.stage.path()).ok());
    ASSERT_TRUE(all.drain(all.left.store, storage::kernel_calls(), values).ok());
    EXPECT_EQ(values, values_left());
}

TEST(Recovery, ValuesThatCannotBeStoredStayOrAreDropped) {
    LeftValues all;
    const auto drained = [&](Failing failing) {
        return store_copied(
            all.left.store, all.left.stage.path(),
            [](const CopiedValues&) { return Status(Code::ewrite, "no"); }, failing);
    };
    const auto found = find_stage(all.left.store, all.left.stage.path());
    for (const LogFound& log : found.value()->logs)
        ASSERT_TRUE(drain_log(all.left.store, all.left.stage.path(), found.value()->manifest,
                              log.place, Damage::refuse)
                        .ok());
    ASSERT_TRUE(remove_logs(all.left.store, all.left.stage.path()).ok());
    EXPECT_EQ(drained(Failing::keep).code(), Code::ewrite);
    EXPECT_TRUE(std::filesystem::exists(all.copy()));
    if (geteuid() == 0) {
        ASSERT_EQ(chown(all.copy().c_str(), 12345, 12345), 0);
        EXPECT_EQ(drained(Failing::keep).code(), Code::eaccess) << "it is of another user";
        ASSERT_EQ(chown(all.copy().c_str(), 0, 0), 0);
    }
    EXPECT_EQ(drained(Failing::drop).code(), Code::ewrite);
    EXPECT_FALSE(std::filesystem::exists(all.copy()));
    EXPECT_FALSE(find_stage(all.left.store, all.left.stage.path()).value());
}

/// A process that copied the values was killed before it removed the log.
TEST(Recovery, ALogWhoseValuesAreCopiedIsRemoved) {
    LeftValues all;
    std::map<std::string, std::string> files;  // of the log
    for (const auto& one :
         std::filesystem::directory_iterator(std::filesystem::path(all.path()).parent_path()))
        if (one.path().string().starts_with(all.path()))
            files.emplace(one.path(), one.path().string() + ".kept");
    ASSERT_FALSE(files.empty());
    for (const auto& [path, kept] : files) std::filesystem::copy(path, kept);
    const auto found = find_stage(all.left.store, all.left.stage.path());
    for (const LogFound& log : found.value()->logs)
        ASSERT_TRUE(drain_log(all.left.store, all.left.stage.path(), found.value()->manifest,
                              log.place, Damage::refuse)
                        .ok());
    ASSERT_TRUE(std::filesystem::exists(all.copy()));
    for (const auto& [path, kept] : files) std::filesystem::rename(kept, path);
    ASSERT_TRUE(remove_logs(all.left.store, all.left.stage.path()).ok());
    for (const auto& [path, kept] : files) EXPECT_FALSE(std::filesystem::exists(path)) << path;
    std::vector<std::vector<std::byte>> values;
    ASSERT_TRUE(all.drain(all.left.store, storage::kernel_calls(), values).ok());
    EXPECT_EQ(values, values_left());
}

TEST(Recovery, ACopyThatIsCutOrChangedIsRefusedOrRead) {
    LeftValues all;
    const auto log = Log::join(
        LogFile::open(all.path(), TestStage::id, storage::kernel_calls()).value(), recoverer);
    ASSERT_TRUE(copy_values(all.left.store, all.copy(), *log.value(), 5).ok());
    const std::vector<std::byte> good = TestStage::stored(all.copy());
    const auto read = [&](std::span<const std::byte> bytes) {
        const auto file = all.left.store.open_file(
            all.copy(), {.writable = true, .create = true, .truncate = true});
        EXPECT_TRUE(file.value()->write_at(0, bytes).ok());
        CopiedValues copied;
        const Status added = copied.add(all.left.store, all.copy(), TestStage::id);
        std::int64_t count = 0;
        for (const CopiedValues::Record& one : copied.records())
            count += copied.data_of(one).ok() ? 1 : 0;
        return added.ok() ? count : -1;
    };
    EXPECT_EQ(read(good), 3);
    int refused = 0;
    for (std::size_t length = 0; length < good.size(); length += 97)
        refused += read(std::span(good).first(length)) < 0 ? 1 : 0;
    EXPECT_GT(refused, 100);
    for (std::size_t at = 0; at < 200; ++at) {
        std::vector<std::byte> bad = good;
        bad[at] ^= std::byte{0x80};
        EXPECT_LE(read(bad), 3) << at;
    }
}

/// Every n-th call fails: the next attempt finds all values, and nothing is left.
TEST(Recovery, EveryCallOfStoringValuesMayFail) {
    for (std::int64_t n = 1;; ++n) {
        LeftValues all;
        FaultTrigger trigger({.operation = {}, .call = n, .error_number = EIO});
        const FaultySystemCalls calls(trigger);
        storage::PosixStore failing(calls);
        std::vector<std::vector<std::byte>> values;
        const Status first = all.drain(failing, calls, values);
        const bool has_failed = trigger.faults() > 0;
        if (!first.ok()) {
            EXPECT_TRUE(has_failed) << first.context();
            const Status second = all.drain(all.left.store, storage::kernel_calls(), values);
            ASSERT_TRUE(second.ok()) << "call " << n << ": " << second.context();
        }
        EXPECT_EQ(values, values_left()) << "call " << n;
        EXPECT_EQ(all.left.stage.stored(), all.left.expected) << "call " << n;
        EXPECT_FALSE(std::filesystem::exists(all.copy())) << "call " << n;
        if (!has_failed) {
            EXPECT_GT(n, 30);
            break;
        }
        ASSERT_LT(n, 400);
    }
}

}  // namespace
}  // namespace weft::stage

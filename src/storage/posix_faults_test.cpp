// SPDX-License-Identifier: BSD-3-Clause
// A scenario in which every system call fails once, in every way.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/faulty_calls.hpp"

namespace weft::storage {
namespace {

constexpr std::string_view expected_text = "HEADER..0123456789ABCDEF";

/// Writes, cuts, syncs and publishes a file, and reads it back. The first failure.
Status write_scenario(Store& store, const TestDirectory& directory) {
    const std::string draft = directory.file("draft");
    const std::string path = directory.file("final");
    Result<std::unique_ptr<File>> file = store.open_file(draft, to_create_new);
    if (!file.ok()) return file.status();
    Status status = file.value()->write_at(8, bytes_of("0123456789ABCDEF-rest"));
    status.keep_first(file.value()->write_at(0, bytes_of("HEADER..")));
    status.keep_first(file.value()->resize(24));
    status.keep_first(file.value()->reserve(24, 100));
    status.keep_first(file.value()->lock(0, 24).status());
    status.keep_first(file.value()->size().status());
    status.keep_first(file.value()->sync());
    status.keep_first(file.value()->close());
    if (!status.ok()) return status;
    status.keep_first(store.rename(draft, path));
    status.keep_first(store.sync_directory_of(path));
    status.keep_first(store.inspect(path).status());
    return status;
}

Status read_scenario(Store& store, const TestDirectory& directory) {
    Result<std::unique_ptr<File>> file = store.open_file(directory.file("final"), to_read);
    if (!file.ok()) return file.status();
    std::string text(100, '?');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    if (!got.ok()) return got.status();
    text.resize(static_cast<std::size_t>(got.value()));
    EXPECT_TRUE(expected_text.starts_with(text)) << text;
    if (text.size() < expected_text.size()) return {Code::etrunc, "final: ended early"};
    return store.remove(directory.file("final"));
}

std::size_t open_descriptors() {
    const std::filesystem::directory_iterator entries("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

/// Two calls whose failure is of no consequence: the look at a path before it is opened, which only
/// serves to refuse devices earlier, and the close of a directory that has been synced.
bool may_be_overlooked(Operation operation) {
    return operation == Operation::inspect || operation == Operation::close;
}

enum class Outcome { success, failure };

/// Runs the scenarios with `what` happening to the n-th call of `operation`, for every n.
void sweep(Operation operation, const std::string& what, Outcome outcome, Code code) {
    const std::size_t descriptors = open_descriptors();
    std::int64_t call = 1;
    for (;; ++call) {
        const TestDirectory directory;
        const std::string plan =
            std::string(name_of(operation)) + ":" + std::to_string(call) + ":" + what;
        SCOPED_TRACE(plan);
        FaultTrigger trigger(FaultPlan::parse(plan).value());
        const FaultySystemCalls calls(trigger);
        PosixStore store(calls);
        Status status = write_scenario(store, directory);
        if (status.ok()) status = read_scenario(store, directory);
        EXPECT_EQ(open_descriptors(), descriptors);
        if (trigger.faults() == 0) {
            EXPECT_TRUE(status.ok()) << status.context();
            break;
        }
        if (outcome == Outcome::success) {
            EXPECT_TRUE(status.ok()) << status.context();
        } else if (!status.ok() || !may_be_overlooked(operation)) {
            EXPECT_EQ(status.code(), code) << status.context();
            EXPECT_NE(status.context().find(directory.path()), std::string::npos);
        }
        ASSERT_LT(call, 100);
    }
    EXPECT_GT(call, 1) << "the scenario never does this: " << name_of(operation);
}

constexpr Operation all_operations[] = {Operation::open,   Operation::read,   Operation::write,
                                        Operation::size,   Operation::resize, Operation::sync,
                                        Operation::close,  Operation::lock,   Operation::remove,
                                        Operation::rename, Operation::inspect};

TEST(PosixFaults, InterruptedCallsAreContinued) {
    for (const Operation operation : all_operations) {
        sweep(operation, "EINTR", Outcome::success, Code::noerr);
    }
}

TEST(PosixFaults, ShortTransfersAreContinued) {
    sweep(Operation::read, "SHORT", Outcome::success, Code::noerr);
    sweep(Operation::write, "SHORT", Outcome::success, Code::noerr);
    sweep(Operation::write, "SHORT:forever", Outcome::success, Code::noerr);
}

TEST(PosixFaults, AWriteOfNothingIsAnError) {
    sweep(Operation::write, "ZERO", Outcome::failure, Code::ewrite);
}

TEST(PosixFaults, AFullDiskIsReported) {
    for (const Operation operation : all_operations) {
        sweep(operation, "ENOSPC", Outcome::failure, Code::eno_space);
        sweep(operation, "EDQUOT:forever", Outcome::failure, Code::equota);
    }
}

TEST(PosixFaults, ABrokenDiskIsReported) {
    for (const Operation operation : all_operations) {
        // Opening a file also asks for its size.
        if (operation == Operation::size) continue;
        sweep(operation, "EIO", Outcome::failure, code_of(operation, EIO));
    }
}

class OneFault : public testing::Test {
protected:
    /// A store whose calls fail as planned, and a file that was made without faults.
    Store& with(const char* plan) {
        PosixStore plain;
        put_text(plain, path, "0123456789");
        trigger = std::make_unique<FaultTrigger>(FaultPlan::parse(plan).value());
        calls = std::make_unique<FaultySystemCalls>(*trigger);
        store = std::make_unique<PosixStore>(*calls);
        return *store;
    }

    TestDirectory directory;
    const std::string path = directory.file("a");
    std::unique_ptr<FaultTrigger> trigger;
    std::unique_ptr<FaultySystemCalls> calls;
    std::unique_ptr<PosixStore> store;
};

TEST_F(OneFault, ContextSaysWhatWhereAndWhy) {
    const auto file = opened(with("write:2:ENOSPC"), path, to_write);
    ASSERT_TRUE(file->write_at(0, bytes_of("text")).ok());
    const Status status = file->write_at(4096, bytes_of("text"));
    EXPECT_EQ(status.context(),
              "write \"" + path + "\", offset 4096, length 4: No space left on device");
}

TEST_F(OneFault, ContextOfAHalfWrittenRangeNamesTheRest) {
    class HalfThenFull final : public SystemCalls {
    public:
        ssize_t pwrite(int fd, const void* bytes, std::size_t length, off_t offset) const override {
            if (offset >= 5) return errno = ENOSPC, -1;
            return SystemCalls::pwrite(fd, bytes, std::min<std::size_t>(length, 5), offset);
        }
    };
    const HalfThenFull half;
    PosixStore full(half);
    const Status status = opened(full, path, to_create)->write_at(0, bytes_of("01234567"));
    EXPECT_EQ(status.code(), Code::eno_space);
    EXPECT_NE(status.context().find("offset 5, length 3"), std::string::npos) << status.context();
}

TEST_F(OneFault, AReadOfNothingWithinTheFileIsRepeatedOnce) {
    const auto file = opened(with("read:1:ZERO"), path, to_read);
    EXPECT_EQ(text_at(*file, 0, 4), "0123");
}

TEST_F(OneFault, ReadsOfNothingWithinTheFileAreAnError) {
    const auto file = opened(with("read:1:ZERO:forever"), path, to_read);
    std::array<std::byte, 4> bytes{};
    EXPECT_EQ(file->read_at(0, bytes).code(), Code::eread);
}

TEST_F(OneFault, AFileThatGrowsWhileItIsReadIsNoError) {
    /// Another writer appends whenever the end of the file has been read.
    class Growing final : public SystemCalls {
    public:
        ssize_t pread(int fd, void* bytes, std::size_t length, off_t offset) const override {
            const ssize_t moved = SystemCalls::pread(fd, bytes, length, offset);
            if (moved == 0 && appended < 3)
                appended += static_cast<int>(SystemCalls::pwrite(fd, "abcd", 4, offset) / 4);
            return moved;
        }
        mutable int appended = 0;
    };
    const Growing growing;
    PosixStore appended_to(growing);
    const auto file = opened(appended_to, path, to_create);
    ASSERT_TRUE(file->resize(4).ok());
    std::array<std::byte, 64> bytes{};
    EXPECT_EQ(file->read_at(0, bytes).value(), 4 + 3 * 4);
}

TEST_F(OneFault, SyncStaysFailed) {
    const auto file = opened(with("sync:1:EIO"), path, to_write);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(trigger->calls(Operation::sync), 1);
}

TEST_F(OneFault, WhatIsLostOnItsWayIsToldBySyncToo) {
    const auto file = opened(with("sync:1:EIO"), path, to_write);
    EXPECT_EQ(file->finish_writing(0, 4).code(), Code::ewrite);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(trigger->calls(Operation::sync), 1);
}

TEST_F(OneFault, AFileSystemWithoutSuchACallHasNothingOnItsWay) {
    const auto file = opened(with("sync:1:ENOSYS"), path, to_write);
    EXPECT_TRUE(file->finish_writing(0, 4).ok());
    EXPECT_TRUE(file->sync().ok());
}

TEST_F(OneFault, OnlyWhatHasChangedIsSynced) {
    const auto file = opened(with("sync:100:EIO"), path, to_write);
    const auto syncs_of = [&](auto&& change) {
        const std::int64_t before = trigger->calls(Operation::sync);
        change();
        EXPECT_TRUE(file->sync().ok());
        return trigger->calls(Operation::sync) - before;
    };
    const auto nothing = [] {};
    EXPECT_EQ(syncs_of(nothing), 1) << "written by whom it may";
    EXPECT_EQ(syncs_of(nothing), 0);
    EXPECT_EQ(syncs_of([&] { EXPECT_TRUE(file->write_at(0, bytes_of("x")).ok()); }), 1);
    EXPECT_EQ(syncs_of([&] { EXPECT_TRUE(file->resize(100).ok()); }), 1);
    EXPECT_EQ(syncs_of([&] { EXPECT_TRUE(file->reserve(0, 4096).ok()); }), 1);
    EXPECT_EQ(syncs_of([&] { EXPECT_TRUE(file->size().ok()); }), 0);
}

TEST_F(OneFault, CloseReportsDelayedErrorsOnce) {
    const auto file = opened(with("close:1:EDQUOT"), path, to_write);
    EXPECT_EQ(file->close().code(), Code::equota);
    EXPECT_TRUE(file->close().ok());
    EXPECT_EQ(trigger->calls(Operation::close), 1);
}

TEST_F(OneFault, AnInterruptedCloseIsNotRepeated) {
    EXPECT_TRUE(opened(with("close:1:EINTR"), path, to_write)->close().ok());
    EXPECT_EQ(trigger->calls(Operation::close), 1);
}

TEST_F(OneFault, AFileWithALeaseIsWaitedFor) {
    EXPECT_TRUE(with("open:1:EAGAIN").open_file(path, to_read).ok());
    EXPECT_EQ(trigger->calls(Operation::open), 2);
}

TEST_F(OneFault, FailedTruncationFailsTheOpen) {
    EXPECT_EQ(with("resize:1:EIO").open_file(path, {.writable = true, .truncate = true}).code(),
              Code::ewrite);
    EXPECT_EQ(get_text(*store, path), "0123456789");
}

TEST_F(OneFault, MissingLocksAndDirectorySyncsAreNotSupported) {
    for (const char* plan :
         {"lock:1:ENOLCK", "lock:1:EOPNOTSUPP", "lock:1:EINVAL", "lock:1:ENOSYS"}) {
        EXPECT_EQ(opened(with(plan), path, to_write)->lock(0, 1).code(), Code::enotsupport);
    }
    EXPECT_EQ(with("sync:1:EINVAL").sync_directory_of(path).code(), Code::enotsupport);
    EXPECT_EQ(with("sync:1:EIO").sync_directory_of(path).code(), Code::ewrite);
}

}  // namespace
}  // namespace weft::storage

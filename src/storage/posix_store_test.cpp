// SPDX-License-Identifier: BSD-3-Clause
// Properties of files of the operating system.
#include "storage/posix_store.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/faulty_calls.hpp"

namespace weft::storage {
namespace {

/// Whether another open file, in another process, could lock [0, 1) at once.
bool other_process_can_lock(const std::string& path) {
    const pid_t child = ::fork();
    if (child == 0) {
        struct flock range {};
        range.l_type = F_WRLCK;
        range.l_whence = SEEK_SET;
        range.l_len = 1;
        const int number = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        ::_exit(number >= 0 && ::fcntl(number, F_OFD_SETLK, &range) == 0 ? 0 : 1);
    }
    int state = 0;
    EXPECT_EQ(::waitpid(child, &state, 0), child);
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

TEST(PosixStore, LocksExcludeOtherProcesses) {
    const TestDirectory directory;
    PosixStore store;
    const auto file = opened(store, directory.file("a"), to_create);
    auto held = file->lock(0, 1);
    ASSERT_TRUE(held.ok()) << held.status().context();
    EXPECT_FALSE(other_process_can_lock(directory.file("a")));
    held.value().reset();
    EXPECT_TRUE(other_process_can_lock(directory.file("a")));
}

/// Another program extends the file before each search for holes.
class ExtendingCalls final : public SystemCalls {
public:
    off_t lseek(int fd, off_t offset, int whence) const override {
        EXPECT_EQ(::ftruncate(fd, 5000), 0);
        EXPECT_EQ(::pwrite(fd, "0123456789", 10, 0), 10);
        return SystemCalls::lseek(fd, offset, whence);
    }
};

TEST(PosixStore, NoHoleBeginsBehindTheEndThatAFileHadBefore) {
    const TestDirectory directory;
    const ExtendingCalls calls;
    PosixStore store(calls);
    const auto file = opened(store, directory.file("a"), to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of("0")).ok());
    const auto hole = file->hole_behind(0);
    if (hole.code() == Code::enotsupport) GTEST_SKIP() << hole.status().context();
    ASSERT_TRUE(hole.ok()) << hole.status().context();
    EXPECT_EQ(hole.value().offset, 1);
    EXPECT_EQ(hole.value().length, 0);
}

TEST(PosixStore, ALockReleasedAfterCloseLeavesTheNextFileAlone) {
    const TestDirectory directory;
    PosixStore store;
    const auto first = opened(store, directory.file("a"), to_create);
    auto stale = first->lock(0, 1);
    ASSERT_TRUE(stale.ok());
    ASSERT_TRUE(first->close().ok());
    const auto second = opened(store, directory.file("a"), to_write);  // gets the same descriptor
    const auto held = second->lock(0, 1);
    ASSERT_TRUE(held.ok());
    stale.value().reset();
    EXPECT_FALSE(other_process_can_lock(directory.file("a")));
}

TEST(PosixStore, RefusesWhatIsNotAFileWithoutWaiting) {
    const TestDirectory directory;
    FaultTrigger never;
    const FaultySystemCalls calls(never);
    PosixStore store(calls);
    const std::string fifo = directory.file("fifo");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    for (const std::string& path : {fifo, std::string("/dev/null"), std::string("/dev/zero")}) {
        for (const Intent& options : {to_read, to_write, to_create}) {
            const auto refused = store.open(path, options);
            EXPECT_EQ(refused.code(), Code::efile);
            EXPECT_NE(refused.status().context().find("not a regular file"), std::string::npos);
        }
    }
    EXPECT_EQ(never.calls(Operation::open), 0) << "not even touched";
    EXPECT_EQ(store.open(fifo, to_create_new).code(), Code::eexist);
    EXPECT_FALSE(store.inspect(fifo).value().is_regular);
}

TEST(PosixStore, RefusesAFifoThatTakesTheFilesPlace) {
    const TestDirectory directory;
    ASSERT_EQ(::mkfifo(directory.file("fifo").c_str(), 0600), 0);
    for (const Intent& options : {to_read, to_write}) {
        FaultTrigger hide_it_at_first(FaultPlan::parse("inspect:1:ENOENT").value());
        const FaultySystemCalls calls(hide_it_at_first);
        PosixStore store(calls);
        EXPECT_EQ(store.open(directory.file("fifo"), options).code(), Code::efile);
        EXPECT_EQ(hide_it_at_first.faults(), 1);
        EXPECT_EQ(hide_it_at_first.calls(Operation::close), 1);
    }
}

TEST(PosixStore, DescriptorsAreNotInherited) {
    const TestDirectory directory;
    PosixStore store;
    const int next = ::dup(0);
    ASSERT_GE(next, 0);
    ::close(next);
    const auto file = opened(store, directory.file("a"), to_create);
    EXPECT_EQ(::fcntl(next, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    EXPECT_EQ(::fcntl(next, F_GETFL) & O_NONBLOCK, 0);
}

/// Moves nothing, and remembers the calls.
class RecordedTransfers final : public SystemCalls {
public:
    struct Call {
        std::size_t length;
        off_t offset;
        bool operator==(const Call&) const = default;
    };

    ssize_t pread(int, void*, std::size_t length, off_t offset) const override {
        calls.push_back({length, offset});
        return static_cast<ssize_t>(length);
    }
    ssize_t pwrite(int, const void*, std::size_t length, off_t offset) const override {
        calls.push_back({length, offset});
        return static_cast<ssize_t>(length);
    }

    mutable std::vector<Call> calls;
};

TEST(PosixStore, MovesAtMostAGibibytePerCall) {
    constexpr std::size_t gibibyte = std::size_t{1} << 30;
    constexpr std::size_t length = 2 * gibibyte + 5;
    void* space =
        ::mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(space, MAP_FAILED);
    const std::span<std::byte> bytes(static_cast<std::byte*>(space), length);

    const TestDirectory directory;
    const RecordedTransfers calls;
    PosixStore store(calls);
    const auto file = opened(store, directory.file("a"), to_create);
    const std::vector<RecordedTransfers::Call> expected = {
        {gibibyte, 7}, {gibibyte, 7 + gibibyte}, {5, 7 + 2 * gibibyte}};
    EXPECT_TRUE(file->write_at(7, bytes).ok());
    EXPECT_EQ(calls.calls, expected);
    calls.calls.clear();
    EXPECT_EQ(file->read_at(7, bytes).value(), static_cast<std::int64_t>(length));
    EXPECT_EQ(calls.calls, expected);
    ::munmap(space, length);
}

/// A file of which only the first half is in memory.
class HalfInMemory final : public SystemCalls {
public:
    explicit HalfInMemory(off_t half) : half_(half) {}
    ssize_t pread_cached(int, void*, std::size_t length, off_t offset) const override {
        if (offset < half_) return static_cast<ssize_t>(length);
        errno = EAGAIN;
        return -1;
    }
    int start_reading(int, off_t offset, off_t length) const override {
        EXPECT_GE(offset, half_);
        EXPECT_LE(length, 128 << 10);  // more than that a kernel may leave
        asked += length;
        return 0;
    }
    mutable off_t asked = 0;

private:
    off_t half_;
};

TEST(PosixStore, AsksForWhatIsNotInMemory) {
    const TestDirectory directory;
    const HalfInMemory calls(1 << 20);
    PosixStore store(calls);
    const auto file = opened(store, directory.file("a"), to_create);
    file->will_read(0, (2 << 20) + 5);
    EXPECT_EQ(calls.asked, (1 << 20) + 5);
}

/// Gives up root's rights for files, where the test has them.
class WithoutPrivileges {
public:
    WithoutPrivileges() { given_up_ = ::geteuid() == 0 && ::seteuid(65534) == 0; }
    ~WithoutPrivileges() {
        if (given_up_) {
            EXPECT_EQ(::seteuid(0), 0);
        }
    }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

private:
    bool given_up_;
};

TEST(PosixStore, SaysWhatIsNotPermitted) {
    const TestDirectory directory;
    PosixStore store;
    put_text(store, directory.file("a"), "text");
    ASSERT_EQ(::chmod(directory.file("a").c_str(), 0444), 0);
    ASSERT_EQ(::chmod(directory.path().c_str(), 0555), 0);
    {
        const WithoutPrivileges ordinary_user;
        if (::geteuid() == 0) GTEST_SKIP() << "root, and seteuid is not permitted";
        EXPECT_EQ(store.open(directory.file("a"), to_write).code(), Code::eaccess);
        EXPECT_EQ(store.open(directory.file("b"), to_create).code(), Code::eaccess);
        EXPECT_EQ(store.remove(directory.file("a")).code(), Code::eaccess);
        EXPECT_EQ(store.rename(directory.file("a"), directory.file("b")).code(), Code::eaccess);
        EXPECT_EQ(get_text(store, directory.file("a")), "text");
    }
    ASSERT_EQ(::chmod(directory.path().c_str(), 0700), 0);
}

TEST(PosixStore, KnowsTheFileSystem) {
    const TestDirectory shared_memory("/dev/shm");
    if (shared_memory.path().empty()) GTEST_SKIP() << "cannot write to /dev/shm";
    PosixStore store;
    const PathFacts facts = store.inspect(shared_memory.file("a")).value();
    EXPECT_EQ(facts.file_system, "tmpfs");
    EXPECT_EQ(facts.coherence, Coherence::coherent);
    EXPECT_TRUE(facts.locks_between_hosts);
}

}  // namespace
}  // namespace weft::storage

// SPDX-License-Identifier: BSD-3-Clause
// Keepers as processes, and their nursery: the program itself, and others in its place.
#include "hdf5/apart/keeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "hdf5/apart/books_apart.hpp"
#include "hdf5/apart/keeper/sanitized.hpp"
#include "hdf5/apart/nursery.hpp"

namespace weft::hdf5::apart {
namespace {

using testing::HasSubstr;

class Nonsense final : public Source {
public:
    [[nodiscard]] std::int64_t size() noexcept override { return 10000; }
    bool read(std::int64_t /*offset*/, std::span<std::byte> bytes) noexcept override {
        std::ranges::fill(bytes, std::byte{'x'});
        ++reads;
        return true;
    }
    [[nodiscard]] std::int64_t page_bytes() const noexcept override { return 4096; }
    int reads = 0;
};

std::ptrdiff_t open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

bool has_children() {
    return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

Status open(Nursery& nursery, Nonsense& source) {
    Result<StartedKeeper> started = nursery.begin();
    if (!started.ok()) return started.status();
    return open_books(std::move(started).value(), source).status();
}

Status open(const std::string& program, Nonsense& source) {
    Nursery nursery(program);
    return open(nursery, source);
}

/// The processes of our group that run weft-books.
std::vector<pid_t> processes_of_group() {
    std::vector<pid_t> found;
    for (const auto& one : std::filesystem::directory_iterator("/proc")) {
        const pid_t number = std::atoi(one.path().filename().c_str());
        std::string name;
        std::getline(std::ifstream(one.path() / "comm"), name);
        if (number > 0 && name == "weft-books" && ::getpgid(number) == ::getpgrp())
            found.push_back(number);
    }
    return found;
}

TEST(Keeper, ReadsOnlyThroughTheProgramAndSaysWhatLibhdf5Says) {
    if (is_sanitized) GTEST_SKIP() << "the sanitizers need what is given up";
    Nonsense source;
    const Status status = open(WEFT_BOOKS, source);
    EXPECT_EQ(status.code(), Code::ehdferr);
    EXPECT_THAT(status.context(), HasSubstr("libhdf5 says"));
    EXPECT_GT(source.reads, 0);
}

TEST(Keeper, LeavesNoProcessAndNoDescriptor) {
    Nonsense source;
    const std::ptrdiff_t without = open_descriptors();
    {
        Nursery nursery(WEFT_BOOKS);
        static_cast<void>(open(nursery, source));  // what the first one costs
        const std::ptrdiff_t before = open_descriptors();
        for (int i = 0; i < 3; ++i) EXPECT_FALSE(open(nursery, source).ok());
        EXPECT_EQ(open_descriptors(), before);
        EXPECT_FALSE(has_children());
    }
    EXPECT_EQ(open_descriptors(), without);
    const std::ptrdiff_t before = open_descriptors();
    EXPECT_FALSE(open("/bin/false", source).ok());
    EXPECT_FALSE(open("/nowhere/weft-books", source).ok());
    EXPECT_EQ(open_descriptors(), before);
    EXPECT_FALSE(has_children());
}

TEST(Keeper, AProgramThatCannotBeStartedIsNamed) {
    Nonsense source;
    const Status status = open("/nowhere/weft-books", source);
    EXPECT_EQ(status.code(), Code::enotsupport);
    EXPECT_THAT(status.context(), HasSubstr("'/nowhere/weft-books'"));
}

TEST(Keeper, AProgramThatEndsAtOnceHasEnded) {
    Nonsense source;
    const Status status = open("/bin/false", source);
    EXPECT_EQ(status.code(), Code::enotsupport);
    EXPECT_THAT(status.context(), HasSubstr("has ended with code 1"));
}

TEST(Keeper, AnotherNurseryBeginsItWhereOneHasEnded) {
    ::setpgid(0, 0);
    Nonsense source;
    Nursery nursery(WEFT_BOOKS);
    EXPECT_EQ(open(nursery, source).code(), Code::ehdferr);
    const std::vector<pid_t> running = processes_of_group();
    ASSERT_FALSE(running.empty());
    for (const pid_t process : running) ::kill(process, SIGKILL);
    EXPECT_EQ(open(nursery, source).code(), Code::ehdferr);
}

TEST(Keeper, ThatIsGoneWithItsNurseryHasEnded) {
    ::setpgid(0, 0);
    Nursery nursery(WEFT_BOOKS);
    Result<StartedKeeper> started = nursery.begin();
    ASSERT_TRUE(started.ok());
    for (const pid_t process : processes_of_group()) ::kill(process, SIGKILL);
    Nonsense source;
    EXPECT_EQ(open_books(std::move(started).value(), source).code(), Code::ehdferr);
}

TEST(Keeper, AForkOfTheProgramHasANurseryOfItsOwn) {
    Nonsense source;
    Nursery nursery(WEFT_BOOKS);
    Result<StartedKeeper> of_parent = nursery.begin();
    ASSERT_TRUE(of_parent.ok());
    const pid_t fork = ::fork();
    if (fork == 0) {
        of_parent.value().keeper->end();  // which is not the fork's
        ::_exit(open(nursery, source).code() == Code::ehdferr ? 0 : 1);
    }
    int ending = 0;
    ::waitpid(fork, &ending, 0);
    EXPECT_EQ(ending, 0);
    const Status status = open_books(std::move(of_parent).value(), source).status();
    EXPECT_EQ(status.code(), Code::ehdferr);
    if (is_sanitized) return;  // it ends before libhdf5 says anything
    EXPECT_THAT(status.context(), HasSubstr("libhdf5 says"));
}

TEST(Keeper, ItsProcessorTimeIsKnownAndLimited) {
    Nursery nursery(WEFT_BOOKS);
    Result<StartedKeeper> started = nursery.begin();
    ASSERT_TRUE(started.ok());
    Keeper& keeper = *started.value().keeper;
    keeper.allow(std::chrono::seconds(100));
    EXPECT_LT(keeper.processor_time(), std::chrono::seconds(100));
    const Ending ending = keeper.end();
    EXPECT_TRUE(ending.is_known);
    EXPECT_EQ(keeper.end().signal, ending.signal);  // once more does no harm
}

}  // namespace
}  // namespace weft::hdf5::apart

// SPDX-License-Identifier: BSD-3-Clause
// Keepers as processes: the program itself, and others in its place.
#include "hdf5/apart/keeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>

#include "hdf5/apart/books_apart.hpp"
#include "hdf5/apart/keeper/sanitized.hpp"

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

Status open(const std::string& program, Nonsense& source) {
    Result<StartedKeeper> started = start_keeper(program);
    if (!started.ok()) return started.status();
    return open_books(std::move(started).value(), source).status();
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
    static_cast<void>(open(WEFT_BOOKS, source));  // what the first one costs
    const std::ptrdiff_t before = open_descriptors();
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(open(WEFT_BOOKS, source).ok());
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
    EXPECT_EQ(status.code(), Code::ehdferr);
    EXPECT_THAT(status.context(), HasSubstr("has ended with code 1"));
}

TEST(Keeper, ItsProcessorTimeIsKnownAndLimited) {
    Result<StartedKeeper> started = start_keeper(WEFT_BOOKS);
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

// SPDX-License-Identifier: BSD-3-Clause
#include "storage/background_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "storage/test_bytes.hpp"
#include "storage/testing/faulty_store.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::storage {
namespace {

constexpr std::int64_t queue_bytes = 300;
constexpr std::int64_t block = 30;
constexpr int blocks = 12;

/// A file in memory, of which one call fails as planned, and its writer in the background.
class Background {
public:
    explicit Background(FaultPlan plan = {}) : trigger_(plan) {}
    [[nodiscard]] File& file() { return file_; }
    [[nodiscard]] std::string text() { return get_text(memory_, "a"); }
    [[nodiscard]] std::int64_t faults() const { return trigger_.faults(); }

private:
    MemoryStore memory_;
    FaultTrigger trigger_;
    FaultyStore faulty_{memory_, trigger_};
    BackgroundFile file_{opened(faulty_, "a", to_create), queue_bytes};
};

FaultPlan failing_write(std::int64_t call) {
    return {.operation = Operation::write, .call = call, .error_number = ENOSPC};
}

char letter(int i) {
    return static_cast<char>('a' + i);
}

void write_blocks(File& file) {
    for (int i = 0; i < blocks; ++i) {
        const std::string text(block, letter(i));
        ASSERT_TRUE(file.write_soon(i * block, bytes_of(text)).ok());
    }
}

/// The content of a file with all blocks but one.
std::string all_but(int missing) {
    std::string text;
    for (int i = 0; i < blocks; ++i) text.append(block, i == missing ? '\0' : letter(i));
    if (missing == blocks - 1) text.resize((blocks - 1) * block);
    return text;
}

TEST(BackgroundFile, TellsOfEachFailedWriteAtTheNextSettleAndLosesNothingElse) {
    for (int n = 0; n <= blocks; ++n) {
        Background background(failing_write(n + 1));
        write_blocks(background.file());
        EXPECT_EQ(background.file().settle().code(), n < blocks ? Code::eno_space : Code::noerr)
            << n;
        EXPECT_EQ(background.faults(), n < blocks ? 1 : 0);
        EXPECT_TRUE(background.file().settle().ok()) << "told once";
        EXPECT_EQ(background.text(), all_but(n)) << n;
    }
}

TEST(BackgroundFile, KeepsAFailureThroughCallsThatAreNotAboutWrites) {
    Background background(failing_write(2));
    File& file = background.file();
    write_blocks(file);
    EXPECT_EQ(file.size().value(), blocks * block);
    EXPECT_EQ(text_at(file, 0, 1), "a");
    EXPECT_TRUE(file.lock(0, 1).ok());
    EXPECT_FALSE(file.is_locked(0, 1).value());
    EXPECT_TRUE(file.resize(1).ok());
    EXPECT_TRUE(file.write_at(0, bytes_of("z")).ok());
    EXPECT_EQ(file.settle().code(), Code::eno_space);
}

TEST(BackgroundFile, TellsOfTheFirstOfSeveralFailures) {
    Background background(
        {.operation = Operation::write, .call = 3, .error_number = ENOSPC, .forever = true});
    write_blocks(background.file());
    const Status status = background.file().settle();
    EXPECT_EQ(status.code(), Code::eno_space);
    EXPECT_NE(status.context().find(std::to_string(2 * block)), std::string::npos)
        << status.context();
}

TEST(BackgroundFile, TellsOfAFailureWhenItSyncsOrCloses) {
    Background synced(failing_write(1));
    write_blocks(synced.file());
    EXPECT_EQ(synced.file().sync().code(), Code::eno_space);
    EXPECT_TRUE(synced.file().sync().ok()) << "told once";
    Background closed(failing_write(blocks));
    write_blocks(closed.file());
    EXPECT_EQ(closed.file().close().code(), Code::eno_space);
    EXPECT_TRUE(closed.file().close().ok());
}

TEST(BackgroundFile, TakesWritesThatAreLongerThanItsQueue) {
    Background background;
    const std::string text(10 * queue_bytes, 'x');
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(background.file().write_soon(i * std::ssize(text), bytes_of(text)).ok());
    ASSERT_TRUE(background.file().settle().ok());
    EXPECT_EQ(background.text(), text + text + text);
}

TEST(BackgroundFile, GoesOnAfterItWasSettled) {
    Background background;
    std::string expected;
    for (int round = 0; round < 20; ++round) {
        ASSERT_TRUE(background.file().write_soon(round, bytes_of("x")).ok());
        ASSERT_TRUE(background.file().settle().ok());
        expected += 'x';
        ASSERT_EQ(background.text(), expected);
    }
}

TEST(BackgroundFile, StoresWhatItHoldsWhenItIsDropped) {
    MemoryStore store;
    {
        BackgroundFile file(opened(store, "a", to_create), queue_bytes);
        write_blocks(file);
    }
    EXPECT_EQ(get_text(store, "a"), all_but(-1));
}

}  // namespace
}  // namespace weft::storage

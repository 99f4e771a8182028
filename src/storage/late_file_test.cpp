// SPDX-License-Identifier: BSD-3-Clause
#include "storage/late_file.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"

namespace weft::storage {
namespace {

class LateFiles : public testing::Test {
protected:
    std::string make(const std::string& name, std::string_view text) {
        put_text(store_, directory_.file(name), text);
        return directory_.file(name);
    }
    std::uint64_t identity_of(const std::string& path) {
        return opened(store_, path, to_read)->identity().value();
    }

    TestDirectory directory_;
    PosixStore store_;
};

TEST_F(LateFiles, ThatNobodyUsesAreNeverOpened) {
    LateFile file(store_, directory_.file("missing"), true, 1);
    EXPECT_TRUE(file.sync().ok());
    EXPECT_TRUE(file.renew(0).ok());
    EXPECT_TRUE(file.close().ok());
}

TEST_F(LateFiles, AreTheFileFromTheFirstUseOn) {
    const std::string path = make("a", "0123456789");
    LateFile file(store_, path, true, identity_of(path));
    EXPECT_EQ(text_at(file, 2, 3), "234");
    EXPECT_TRUE(file.write_at(3, bytes_of("x")).ok());
    EXPECT_EQ(file.size().value(), 10);
    EXPECT_TRUE(file.resize(5).ok());
    EXPECT_TRUE(file.lock(0, 5).ok());
    EXPECT_TRUE(file.renew(0).ok());
    EXPECT_EQ(text_at(file, 0, 10), "012x4");
    EXPECT_TRUE(file.close().ok());
}

TEST_F(LateFiles, WaitUntilTheHostSeesTheFileAndNotTheOneBefore) {
    const std::string before = make("a", "before");
    const std::string next = make("b", "next");
    constexpr double an_hour = 3600;  // as long as the other host may take
    LateFile file(store_, before, true, identity_of(next), an_hour);
    std::thread other_host([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::filesystem::remove(before);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::filesystem::rename(next, before);
    });
    const Status written = file.write_at(0, bytes_of("NEXT"));
    other_host.join();
    ASSERT_TRUE(written.ok()) << written.context();
    EXPECT_EQ(get_text(store_, before), "NEXT");
}

TEST_F(LateFiles, AreNotAnotherFileOfTheName) {
    const std::string path = make("a", "another");
    constexpr double short_while = 0.05;
    LateFile file(store_, path, true, identity_of(path) + 1, short_while);
    const Status written = file.write_at(0, bytes_of("lost"));
    EXPECT_EQ(written.code(), Code::efile);
    EXPECT_NE(written.context().find("a different file on this host"), std::string::npos);
    EXPECT_EQ(get_text(store_, path), "another");
}

TEST_F(LateFiles, WriteWithoutWaitingForWhatMayBeStale) {
    const std::string path = make("a", "text");
    LateFile file(store_, path, true, identity_of(path));
    EXPECT_EQ(text_at(file, 0, 4), "text");
    constexpr double longer_than_any_test = 3600;
    EXPECT_TRUE(file.renew(longer_than_any_test).ok());
    EXPECT_TRUE(file.write_at(0, bytes_of("T")).ok());
    EXPECT_EQ(get_text(store_, path), "Text") << "in another's eyes; this one would wait to close";
}

TEST_F(LateFiles, ReadNothingThatMayBeStale) {
    const std::string path = make("a", "text");
    LateFile file(store_, path, true, identity_of(path));
    EXPECT_EQ(text_at(file, 0, 4), "text");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(file.renew(0.2).ok());
    EXPECT_EQ(text_at(file, 0, 4), "text");
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(200));
}

}  // namespace
}  // namespace weft::storage

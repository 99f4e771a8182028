// SPDX-License-Identifier: BSD-3-Clause
// Real file systems that are full or read-only. Needs the right to mount.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "storage/posix_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"

namespace weft::storage {
namespace {

class SmallDisk : public testing::Test {
protected:
    void SetUp() override {
        mounted_ = ::mount("none", directory_.path().c_str(), "tmpfs", 0, "size=1m") == 0;
        if (!mounted_) GTEST_SKIP() << "cannot mount: " << std::strerror(errno);
    }
    void TearDown() override {
        if (!mounted_) return;
        EXPECT_EQ(::umount2(directory_.path().c_str(), MNT_DETACH), 0);
    }

    TestDirectory directory_;
    PosixStore store_;
    bool mounted_ = false;
};

TEST_F(SmallDisk, ReportsThatItIsFull) {
    const auto file = opened(store_, directory_.file("a"), to_create);
    const std::string too_much(2 << 20, 'x');
    const Status status = file->write_at(0, bytes_of(too_much));
    EXPECT_EQ(status.code(), Code::eno_space);
    EXPECT_NE(status.context().find("No space left"), std::string::npos) << status.context();
    // The system call wrote what fitted; the context names what did not.
    EXPECT_NE(status.context().find("offset 1048576, length 1048576"), std::string::npos)
        << status.context();
}

TEST_F(SmallDisk, RecoversWhenSpaceIsFreed) {
    const std::string much(1 << 20, 'x');
    put_text(store_, directory_.file("a"), much);
    const auto file = opened(store_, directory_.file("b"), to_create);
    EXPECT_EQ(file->write_at(0, bytes_of("text")).code(), Code::eno_space);
    ASSERT_TRUE(store_.remove(directory_.file("a")).ok());
    EXPECT_TRUE(file->write_at(0, bytes_of("text")).ok());
    EXPECT_EQ(text_at(*file, 0, 4), "text");
}

TEST_F(SmallDisk, AcceptsHolesThatAreLargerThanItself) {
    const auto file = opened(store_, directory_.file("a"), to_create);
    EXPECT_TRUE(file->resize(std::int64_t{1} << 40).ok());
    EXPECT_TRUE(file->write_at(std::int64_t{1} << 39, bytes_of("text")).ok());
}

TEST_F(SmallDisk, RefusesChangesWhenReadOnly) {
    put_text(store_, directory_.file("a"), "text");
    ASSERT_EQ(::mount("none", directory_.path().c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr),
              0);
    EXPECT_EQ(store_.open(directory_.file("a"), to_write).code(), Code::eaccess);
    EXPECT_EQ(store_.open(directory_.file("b"), to_create).code(), Code::eaccess);
    EXPECT_EQ(store_.remove(directory_.file("a")).code(), Code::eaccess);
    EXPECT_EQ(get_text(store_, directory_.file("a")), "text");
}

}  // namespace
}  // namespace weft::storage

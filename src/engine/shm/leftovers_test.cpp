// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/leftovers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace weft::engine::shm {
namespace {

namespace fs = std::filesystem;

pid_t ended_process() {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

class Leftovers : public testing::Test {
protected:
    Leftovers() { fs::create_directory(directory_); }
    ~Leftovers() override { fs::remove_all(directory_); }

    fs::path make(const std::string& name, int seconds_old) {
        const fs::path path = directory_ / name;
        std::ofstream(path) << "memory";
        const timespec then{time(nullptr) - seconds_old, 0};
        const timespec both[2] = {then, then};
        EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), both, 0), 0);
        return path;
    }

    fs::path directory_ = fmt::format("leftovers-{}", getpid());
};

TEST_F(Leftovers, OfAProcessThatHasEndedGo) {
    const fs::path path = make(fmt::format("weft.{}.0123456789abcdef", ended_process()), 100);
    remove_leftovers(directory_.c_str());
    EXPECT_FALSE(fs::exists(path));
}

TEST_F(Leftovers, WhatMayBeInUseStays) {
    const pid_t ended = ended_process();
    const fs::path own = make(fresh_name().substr(1), 100);
    const fs::path young = make(fmt::format("weft.{}.0123456789abcdef", ended), 10);
    remove_leftovers(directory_.c_str());
    EXPECT_TRUE(fs::exists(own));
    EXPECT_TRUE(fs::exists(young));
}

TEST_F(Leftovers, OthersStay) {
    const pid_t ended = ended_process();
    const fs::path named_otherwise = make(fmt::format("psm.{}.x", ended), 100);
    const fs::path without_number = make("weft.report.json", 100);
    const fs::path without_end = make(fmt::format("weft.{}", ended), 100);
    const fs::path folder = directory_ / fmt::format("weft.{}.folder", ended);
    fs::create_directory(folder);
    remove_leftovers(directory_.c_str());
    EXPECT_TRUE(fs::exists(named_otherwise));
    EXPECT_TRUE(fs::exists(without_number));
    EXPECT_TRUE(fs::exists(without_end));
    EXPECT_TRUE(fs::exists(folder));
}

TEST_F(Leftovers, ADirectoryThatIsNotThereIsNoFailure) {
    const fs::path path = make(fmt::format("weft.{}.0123456789abcdef", ended_process()), 100);
    EXPECT_NO_THROW(remove_leftovers((directory_ / "none").c_str()));
    EXPECT_FALSE(fs::exists(directory_ / "none"));
    EXPECT_TRUE(fs::exists(path)) << "another directory";
}

}  // namespace
}  // namespace weft::engine::shm

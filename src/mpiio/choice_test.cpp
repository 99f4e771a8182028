// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/choice.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace weft::mpiio {
namespace {

const mpi::Hints none;
const mpi::Hints disabled = {{"weft_mpiio", "disable"}};
const mpi::Hints enabled = {{"weft_mpiio", "enable"}};

TEST(Choice, ServesAllFilesUnlessToldOtherwise) {
    EXPECT_TRUE(is_served("a.nc", "", none));
    EXPECT_TRUE(is_served("a.nc", "", enabled));
    EXPECT_FALSE(is_served("a.nc", "", disabled));
}

TEST(Choice, OfTheEnvironmentWins) {
    for (const char* const off : {"off", "disable", "false", "0"})
        EXPECT_FALSE(is_served("a.nc", off, enabled)) << off;
    for (const char* const on : {"on", "enable", "true", "1"})
        EXPECT_TRUE(is_served("a.nc", on, disabled)) << on;
    EXPECT_TRUE(is_served("a.nc", "*.nc", disabled));
    EXPECT_FALSE(is_served("a.h5", "*.nc", enabled));
}

TEST(Choice, TakesPatternsOfTheShell) {
    EXPECT_TRUE(is_served("/data/run1/a.h5", "*.nc:*.h5", none));
    EXPECT_TRUE(is_served("/data/run1/a.h5", "/data/run[12]/*", none));
    EXPECT_FALSE(is_served("/data/run3/a.h5", "/data/run[12]/*", none));
    EXPECT_FALSE(is_served("a.h5", "b.h5:a", none)) << "the whole name";
    EXPECT_TRUE(is_served("a.h5", "::a.h5", none));
    EXPECT_FALSE(is_served("a.h5", ":", none));
}

TEST(Choice, KnowsWhatIsNoRegularFile) {
    const std::string folder = testing::TempDir();
    const std::string pipe = folder + "weft_choice_pipe";
    const std::string link = folder + "weft_choice_link";
    ::unlink(pipe.c_str());
    ::unlink(link.c_str());
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    ASSERT_EQ(::symlink(pipe.c_str(), link.c_str()), 0);
    for (const std::string& name : {folder, pipe, link, "ufs:" + pipe, std::string("/dev/null")})
        EXPECT_TRUE(is_special(name)) << name;
    ::unlink(pipe.c_str());
    for (const std::string& name : {pipe, link, std::string("/proc/self/exe"), std::string(),
                                    std::string("weft://localhost/dev/null")})
        EXPECT_FALSE(is_special(name)) << name;
    ::unlink(link.c_str());
}

}  // namespace
}  // namespace weft::mpiio

// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/choice.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace weft::mpiio

// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/launcher.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::mpi {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Launcher, OnlyAProcessThatShouldNotBeAloneIsToldSo) {
    EXPECT_EQ(note_of_launch(0, 1, "Open MPI"), "");  // started by hand
    EXPECT_EQ(note_of_launch(1, 1, "Open MPI"), "");
    EXPECT_EQ(note_of_launch(4, 4, "Open MPI"), "");
    EXPECT_EQ(note_of_launch(4, 2, "Open MPI"), "");  // a job that has started another
    EXPECT_THAT(
        note_of_launch(4, 1, "Open MPI v4.1.4, package: x\nmore"),
        AllOf(HasSubstr("4 processes"), HasSubstr("Open MPI v4.1.4"), Not(HasSubstr("package"))));
}

TEST(Launcher, TheOneOfThisTestIsRight) {
    EXPECT_EQ(note_of_launch(0), "");
}

}  // namespace
}  // namespace weft::mpi

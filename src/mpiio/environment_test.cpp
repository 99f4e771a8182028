// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace weft::mpiio {
namespace {

class Environment : public testing::Test {
protected:
    void SetUp() override { forget(); }
    void TearDown() override { forget(); }
    static void forget() {
        for (const char* const name : {"WEFT_MPIIO", "WEFT_MPIIO_HINTS", "ROMIO_HINTS"})
            unsetenv(name);
    }
    static std::string file_with(const char* text) {
        const std::string name = testing::TempDir() + "weft_hints_of_romio";
        std::ofstream(name) << text;
        return name;
    }
};

TEST_F(Environment, SaysNothingWhereAVariableIsMissing) {
    EXPECT_EQ(served_files(), "");
    EXPECT_EQ(hints_in_force({}), mpi::Hints());
    EXPECT_EQ(hints_in_force({{"a", "b"}}), (mpi::Hints{{"a", "b"}}));
}

TEST_F(Environment, IsReadAnewEachTime) {
    setenv("WEFT_MPIIO", "*.h5", 1);
    setenv("WEFT_MPIIO_HINTS", "cb_nodes=2;romio_ds_write=disable", 1);
    EXPECT_EQ(served_files(), "*.h5");
    EXPECT_EQ(hints_in_force({{"cb_nodes", "1"}}),
              (mpi::Hints{{"cb_nodes", "2"}, {"romio_ds_write", "disable"}}));
    setenv("WEFT_MPIIO", "off", 1);
    EXPECT_EQ(served_files(), "off");
}

TEST_F(Environment, TheProgramsHintsWinOverThoseOfTheFile) {
    const std::string name = file_with("cb_nodes 2\nromio_ds_write disable\ncb_read enable\n");
    setenv("ROMIO_HINTS", name.c_str(), 1);
    EXPECT_EQ(hints_in_force({{"cb_nodes", "1"}, {"ds_write", "enable"}}),
              (mpi::Hints{{"cb_nodes", "1"}, {"ds_write", "enable"}, {"cb_read", "enable"}}));
    setenv("WEFT_MPIIO_HINTS", "cb_nodes=3", 1);
    EXPECT_EQ(hints_in_force({{"cb_nodes", "1"}}).at("cb_nodes"), "3");
    std::remove(name.c_str());
    EXPECT_EQ(hints_in_force({}), (mpi::Hints{{"cb_nodes", "3"}}));
}

TEST_F(Environment, AFolderHasNoHints) {
    setenv("ROMIO_HINTS", testing::TempDir().c_str(), 1);
    EXPECT_EQ(hints_in_force({}), mpi::Hints());
}

TEST_F(Environment, OnlyTwoWordsOnALineAreAHint) {
    const mpi::Hints hints = parse_hint_lines(
        "# a comment\n#cb_read enable\n\ncb_nodes 2\n  ind_rd_buffer_size\t 3 \r\ncb_nodes 4\n"
        "cb_buffer_size 5 6\nstriping_unit\n \nlast 7");
    EXPECT_EQ(hints, (mpi::Hints{{"cb_nodes", "2"}, {"ind_rd_buffer_size", "3"}, {"last", "7"}}));
    EXPECT_EQ(parse_hint_lines(""), mpi::Hints());
}

}  // namespace
}  // namespace weft::mpiio

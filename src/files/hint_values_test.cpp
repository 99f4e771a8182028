// SPDX-License-Identifier: BSD-3-Clause
#include "files/hint_values.hpp"

#include <gtest/gtest.h>

namespace weft::files {
namespace {

using mpi::Hints;

TEST(HintValues, ListIsCutAtSemicolonsAndTrimmed) {
    const Hints expected = {{"cb_nodes", "4"}, {"a", "b=c"}, {"empty", ""}};
    EXPECT_EQ(parse_hint_list(" cb_nodes = 4 ;; a=b=c;nonsense;empty=; =nameless"), expected);
    EXPECT_EQ(parse_hint_list("\r\n\tcb_nodes\v=\f4\n;\na = b=c\r\n;empty=\n\n"), expected);
    EXPECT_TRUE(parse_hint_list("").empty());
    EXPECT_TRUE(parse_hint_list(";;;").empty());
}

TEST(HintValues, LastOfTwoValuesCounts) {
    EXPECT_EQ(parse_hint_list("a=1;a=2").at("a"), "2");
}

TEST(HintValues, StrongerOnesOverruleBothNamesOfTheSame) {
    const Hints weaker = {{"nc_var_align_size", "64"}, {"nc_header_align_size", "32"}, {"a", "1"}};
    for (const char* name : {"nc_var_align_size", "nc_header_align_size"}) {
        const Hints expected = {{name, "1024"}, {"a", "1"}};
        EXPECT_EQ(overruled(weaker, {{name, "1024"}}), expected);
    }
    EXPECT_EQ(overruled({{"romio_ds_read", "enable"}}, {{"ds_read", "disable"}}),
              (Hints{{"ds_read", "disable"}}));
    EXPECT_EQ(overruled(weaker, {}), weaker);
}

TEST(HintValues, NumbersAreBroughtIntoTheRange) {
    const NumberHint hint{"n", 70, 48, 1000};
    EXPECT_EQ(number_of({}, hint), 70);
    EXPECT_EQ(number_of({{"n", "100"}}, hint), 100);
    EXPECT_EQ(number_of({{"n", "5"}}, hint), 48);
    EXPECT_EQ(number_of({{"n", "5000"}}, hint), 1000);
    for (const char* nonsense : {"", "0", "-5", "five", "5 ", "0x10"})
        EXPECT_FALSE(asked_for({{"n", nonsense}}, hint)) << nonsense;
    EXPECT_EQ(asked_for({{"n", "0"}}, {"n", 70, 0, 1000}), 0);
}

TEST(HintValues, EitherNameOfANumberWillDo) {
    EXPECT_EQ(asked_for({{"nc_header_align_size", "64"}}, hint::nc_var_align_size), 64);
    EXPECT_EQ(asked_for({{"nc_header_align_size", "64"}, {"nc_var_align_size", "32"}},
                        hint::nc_var_align_size),
              32);
    EXPECT_EQ(asked_for({{"nc_header_align_size", "64"}, {"nc_var_align_size", "x"}},
                        hint::nc_var_align_size),
              64);
}

}  // namespace
}  // namespace weft::files

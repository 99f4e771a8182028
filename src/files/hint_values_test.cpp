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

}  // namespace
}  // namespace weft::files

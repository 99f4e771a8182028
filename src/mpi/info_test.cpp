// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/info.hpp"

#include <gtest/gtest.h>

namespace weft::mpi {
namespace {

TEST(Info, NoHintsInNoInfo) {
    EXPECT_TRUE(hints_of(MPI_INFO_NULL).empty());
}

TEST(Info, HintsComeBackAsTheyWent) {
    const Hints hints{
        {"cb_nodes", "4"}, {"a key", "a longer value, with = and ;"}, {"striping", "0"}};
    MPI_Info info = info_of(hints);
    EXPECT_EQ(hints_of(info), hints);
    MPI_Info_free(&info);
}

TEST(Info, LongestKeyAndValueFit) {
    const Hints hints{
        {std::string(MPI_MAX_INFO_KEY - 1, 'k'), std::string(MPI_MAX_INFO_VAL - 1, 'v')}};
    MPI_Info info = info_of(hints);
    EXPECT_EQ(hints_of(info), hints);
    MPI_Info_free(&info);
}

TEST(Info, LeavesOutWhatMpiCannotHold) {
    MPI_Info info = info_of({{std::string(MPI_MAX_INFO_KEY, 'k'), "1"},
                             {"long", std::string(MPI_MAX_INFO_VAL, 'v')},
                             {"empty", ""},
                             {"", "1"},
                             {"good", "2"}});
    EXPECT_EQ(hints_of(info), (Hints{{"good", "2"}}));
    MPI_Info_free(&info);
}

}  // namespace
}  // namespace weft::mpi

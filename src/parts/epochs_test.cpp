// SPDX-License-Identifier: BSD-3-Clause
#include "parts/epochs.hpp"

#include <gtest/gtest.h>

namespace weft::parts {
namespace {

TEST(Epochs, BesideTheMaster) {
    const Table table{
        .id = {1, 2}, .names = {"d.nc.0000", "d.nc.0001"}, .weights = {1, 1}, .variables = {}};
    EXPECT_EQ(targets_of(table), std::vector<std::string>{""});
    const Table next = with_epoch(table, "/data/d.nc", 7, next_targets(table));
    EXPECT_EQ(next.names[2], "d.nc.e1.0000");
    EXPECT_EQ(next.names[3], "d.nc.e1.0001");
    EXPECT_EQ(next.epochs, (std::vector<std::int64_t>{0, 7}));
    EXPECT_EQ(next.records_in(0, 9), 7);
    EXPECT_EQ(next.records_in(3, 9), 2);
}

TEST(Epochs, InFolders) {
    const Table table{.id = {1, 2},
                      .names = {"/a/d.0", "b/d.1", "/a/d.2"},
                      .weights = {1, 1, 1},
                      .variables = {}};
    EXPECT_EQ(targets_of(table), (std::vector<std::string>{"/a/", "b/"}));
    const Table next = with_epoch(table, "d.nc", 3, next_targets(table));
    const std::string stem = "d.nc.00000000000000010000000000000002.e1.";
    EXPECT_EQ(next.names[3], "b/" + stem + "0000");
    EXPECT_EQ(next.names[4], "/a/" + stem + "0001");
    EXPECT_EQ(next.names[5], "b/" + stem + "0002");
    EXPECT_EQ(targets_of(next), targets_of(table));
}

}  // namespace
}  // namespace weft::parts

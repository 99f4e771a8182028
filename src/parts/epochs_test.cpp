// SPDX-License-Identifier: BSD-3-Clause
#include "parts/epochs.hpp"

#include <gtest/gtest.h>

#include "layout/test_schema.hpp"
#include "parts/test_table.hpp"

namespace weft::parts {
namespace {

TEST(Epochs, BesideTheMaster) {
    const Table table{
        .id = {1, 2}, .names = {"d.nc.0000", "d.nc.0001"}, .weights = {1, 1}, .variables = {}};
    EXPECT_EQ(targets_of(table), std::vector<std::string>{""});
    const Table next = with_epoch(table, 7, next_targets(table));
    EXPECT_EQ(next.names[2], "d.nc.e1.0000");
    EXPECT_EQ(next.names[3], "d.nc.e1.0001");
    EXPECT_EQ(next.epochs, (std::vector<std::int64_t>{0, 7}));
    EXPECT_EQ(next.records_in(0, 9), 7);
    EXPECT_EQ(next.records_in(3, 9), 2);
}

TEST(Epochs, InFolders) {
    const std::string id = "00000000000000010000000000000002";
    const std::string stem = "d.nc." + id + ".";
    const std::string next_stem = "d.nc." + id + ".e1.";
    const Table table{.id = {1, 2},
                      .names = {"/a/" + stem + "0000", "b/" + stem + "0001", "/a/" + stem + "0002"},
                      .weights = {1, 1, 1},
                      .variables = {}};
    EXPECT_EQ(targets_of(table), (std::vector<std::string>{"/a/", "b/"}));
    const Table next = with_epoch(table, 3, next_targets(table));
    EXPECT_EQ(next.names[3], "b/" + next_stem + "0000");
    EXPECT_EQ(next.names[4], "/a/" + next_stem + "0001");
    EXPECT_EQ(next.names[5], "b/" + next_stem + "0002");
    EXPECT_EQ(targets_of(next), targets_of(table));
}

TEST(Epochs, OfARecordEachRangeHasWholeIndices) {
    const model::Schema whole = layout::schema_of({{types::External::int32, {0, 8, 5}},
                                                   {types::External::int16, {0, 7, 3}},
                                                   {types::External::int16, {0, 7}},
                                                   {types::External::int32, {3, 5}}});
    Table table = table_of(3);
    table.variables = {{.position = 1}, {.position = 2}, {}, {.position = 0}};
    const Ranges eight(8, table.weights);
    const std::vector<std::int64_t> bytes = record_bytes_of_ranges(whole, table);
    ASSERT_EQ(bytes.size(), 3U);
    for (int range = 0; range < 3; ++range)
        EXPECT_EQ(bytes[static_cast<std::size_t>(range)],
                  eight.of_part(range).length() * 5 * 4 + 7 * 2);
}

/// A set of one variable, with or without records, of this many rows.
int ranges_for(std::int64_t rows, int targets, bool has_records = true) {
    const model::Schema whole =
        layout::schema_of({{types::External::int32, {has_records ? 0 : 10, rows}}});
    Table table;
    table.variables = {Division{.position = 1}};
    return ranges_per_target(whole, table, targets);
}

TEST(Epochs, EachTargetHasSeveralRangesWhereRecordsWillCome) {
    EXPECT_EQ(ranges_for(1000, 4), 6);
    EXPECT_EQ(ranges_for(1000, 1), 1) << "no other target can take them over";
    EXPECT_EQ(ranges_for(1000, 4, false), 1);
    EXPECT_EQ(ranges_for(9, 4), 2) << "none is empty";
    EXPECT_EQ(ranges_for(3, 4), 1);
    EXPECT_EQ(ranges_for(1000, 100), 2) << "each has a file";
    EXPECT_EQ(ranges_for(1000, 300), 1);
}

}  // namespace
}  // namespace weft::parts

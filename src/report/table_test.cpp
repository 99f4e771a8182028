// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include <gtest/gtest.h>

namespace weft::report {
namespace {

TEST(Table, HasARowForEachRankAndSaysWhatConcernsTheFile) {
    RankReport rank;
    rank.rank = 7;
    rank.numbers.put_calls = 3;
    rank.numbers.put_bytes = 1 << 20;
    rank.numbers.seconds = {1, 2, 4, 0.5, 0.25, 8};
    rank.arrivals = {.calls = 4, .seconds_late = 0.002, .microseconds_late = {}};
    rank.methods = {{"sieve", "put", "collective", 3, 1 << 20, 0.5, "because"}};
    EXPECT_EQ(
        table_row(rank),
        "     7       3      1.000          0      0.000         0        0         0        0"
        "     0.5000   0.2500  15.0000    0.500\n");
    FileReport file;
    file.file = "a.nc";
    file.ranks = 8;
    file.seconds = 2.5;
    file.totals = rank.numbers;
    file.notes = {"it rained"};
    EXPECT_TRUE(table_head(file).starts_with("Weft's report of a.nc: 8 ranks, 2.500 seconds\n"));
    EXPECT_EQ(
        table_tail(file, rank),
        "   all       3      1.000          0      0.000         0        0         0        0"
        "     0.5000   0.2500  15.0000        -\n\nNote: it rained.\n\n"
        "Methods of rank 7, and why each was chosen the first time:\n"
        "  3 collective put by sieve: because\n");
    file.bare_rates = {1 << 20, 2000000, 3250000};
    EXPECT_NE(table_tail(file, rank)
                  .find("Bare calls of all ranks, 1.000 MiB each: 2.0 MB/s "
                        "written, 3.2 MB/s read\n"),
              std::string::npos);
}

TEST(PlainText, CountsTheCallsOfEachMethod) {
    RankReport rank;
    EXPECT_NE(plain_text(rank, "").find("methods:   none\n  windows:"), std::string::npos);
    rank.methods = {{"direct", "put", "independent", 1, 0, 0, ""},
                    {"sieve", "put", "collective", 2, 0, 0, ""},
                    {"sieve", "get", "collective", 3, 0, 0, ""}};
    EXPECT_NE(plain_text(rank, "so").find("methods:   direct 1, sieve 5\n  last:      so\n"),
              std::string::npos);
}

}  // namespace
}  // namespace weft::report

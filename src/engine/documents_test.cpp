// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/documents.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/test_shared_file.hpp"
#include "report/json.hpp"

namespace weft::engine {
namespace {

using Put = void (*)(mpi::CommView, const Report&, const report::FileReport&, const Sink&);

/// The text that rank 0 gets about a file that was open from second 10 to second 12.5 of every
/// rank's clock, and to which each rank has written as often as its number says.
std::string text_of(Put put) {
    Recorder recorder({.origin = 10}, 0);
    Report report;
    report.recorder = &recorder;
    report.writes = world().rank();
    recorder.wrote({.begin = 11, .end = 12, .offset = 8, .bytes = 4});
    report::FileReport file;
    file.file = "a.nc";
    add_totals(world(), report, 12.5, file);
    std::string text;
    put(world(), report, file, [&text](std::string_view piece) { text += piece; });
    return text;
}

/// The time must not end when the text is made: bare rates are measured in between, which can take
/// minutes.
TEST(Documents, TheTimeEndsWhenTheProgramIsDoneWithTheFile) {
    const std::string json = text_of(put_report_json);
    const std::string table = text_of(put_report_table);
    if (world().rank() != 0) return;
    EXPECT_NE(json.find("\"seconds\": 2.5,\n"), std::string::npos) << json;
    EXPECT_NE(table.find(" ranks, 2.500 seconds\n"), std::string::npos) << table;
}

TEST(Documents, TheReportOfEachRankIsInTheReportOfTheFile) {
    const std::string json = text_of(put_report_json);
    if (world().rank() != 0) return;
    const Result<report::FileReport> read = report::read_json(json);
    ASSERT_TRUE(read.ok()) << read.status().context();
    const report::FileReport& file = read.value();
    const int size = world().size();
    EXPECT_EQ(file.ranks, size);
    EXPECT_EQ(file.totals.writes, size * (size - 1) / 2);
    ASSERT_EQ(std::ssize(file.by_rank), size);
    ASSERT_EQ(std::ssize(file.timeline), size);
    for (int rank = 0; rank < size; ++rank) {
        const auto index = static_cast<std::size_t>(rank);
        EXPECT_EQ(file.by_rank[index].rank, rank);
        EXPECT_EQ(file.by_rank[index].numbers.writes, rank);
        ASSERT_EQ(file.timeline[index].slices.size(), 1u);
        EXPECT_EQ(file.timeline[index].slices[0].written.end, 12);
    }
}

}  // namespace
}  // namespace weft::engine

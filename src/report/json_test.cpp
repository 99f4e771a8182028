// SPDX-License-Identifier: BSD-3-Clause
#include "report/json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "report/members.hpp"

namespace weft::report {
namespace {

Numbers some_numbers(std::int64_t first) {
    Numbers numbers;
    for (const Counter& counter : counters) numbers.*counter.number = first++;
    numbers.write_sizes.add(4096);
    numbers.write_sizes.add(5000);
    numbers.read_sizes.add(0);
    numbers.seconds = {0.1, 0.2, 0.3, 0.4, 0.5, 1e-9};
    return numbers;
}

RankReport some_rank(std::int64_t rank) {
    RankReport report{
        .rank = rank, .host = "node", .numbers = some_numbers(rank), .arrivals = {}, .methods = {}};
    report.arrivals.add(0.25, 0.25);
    report.methods = {{"sieve", "put", "collective", 1, 2, 0.125, "say \"so\""}};
    return report;
}

FileReport some_report() {
    FileReport report;
    report.file = "caf\xe9 \xc3\xa9\n.nc";
    report.date = "2026-11-25T02:38:00Z";
    report.ranks = 2;
    report.nodes = 1;
    report.clock = "aligned";
    report.seconds = 2.8125;
    report.hints = {{"cb_nodes", "2"}, {"z", ""}};
    report.notes = {"a note"};
    report.bare_rates = {64 << 20, 1500000000, 2000000000};
    report.totals = some_numbers(100);
    report.chunks = {{"v", 1, 2, 3, 4, 5, 6, 7, 8, 9, 0.5}};
    report.stage = {.logs = 2,
                    .staged_bytes = 3,
                    .passed_bytes = 4,
                    .refused_bytes = 1,
                    .full_seconds = 0.5,
                    .get_seconds = 1,
                    .drain_seconds = 2,
                    .moved_bytes = 5,
                    .moving_seconds = 4,
                    .processor_seconds = 0.25};
    report.slice_seconds = 1.0 / 16384;
    return report;
}

std::string text_of(const FileReport& report) {
    std::string text = json_head(report);
    for (const RankReport& rank : report.by_rank) text += json_entry(rank);
    text += json_before_timeline(report.slice_seconds);
    for (const RankTimeline& rank : report.timeline) text += json_entry(rank);
    return text.append(json_tail);
}

void expect_equal(const Numbers& one, const Numbers& other) {
    for (const Counter& counter : counters)
        EXPECT_EQ(one.*counter.number, other.*counter.number) << counter.key;
    EXPECT_EQ(one.write_sizes.counts(), other.write_sizes.counts());
    EXPECT_EQ(one.read_sizes.counts(), other.read_sizes.counts());
    EXPECT_EQ(one.seconds, other.seconds);
}

TEST(Json, WhatIsWrittenIsRead) {
    FileReport report = some_report();
    report.by_rank = {some_rank(0), some_rank(1)};
    TimeSlice slice;
    slice.number = 17;
    slice.seconds = {0, 0, 0, 0.000003, 0, 1};
    slice.written.add(8, 4);
    report.timeline = {{0, {slice}}, {1, {}}};
    const Result<FileReport> got = read_json(text_of(report));
    ASSERT_TRUE(got.ok()) << got.status().context() << text_of(report);
    const FileReport& read = got.value();
    EXPECT_EQ(read.file, "caf\xc3\xa9 \xc3\xa9\n.nc");
    EXPECT_EQ(read.date, report.date);
    EXPECT_EQ(read.ranks, 2);
    EXPECT_EQ(read.nodes, 1);
    EXPECT_FALSE(read.has_common_clock());
    EXPECT_EQ(read.seconds, report.seconds);
    EXPECT_EQ(read.hints, report.hints);
    ASSERT_EQ(read.chunks.size(), 1u);
    EXPECT_EQ(read.chunks.front().variable, "v");
    EXPECT_EQ(read.all_chunks().closed_early, 6);
    EXPECT_EQ(read.all_chunks().compressed_behind, 7);
    EXPECT_EQ(read.all_chunks().unkept, 8);
    EXPECT_EQ(read.all_chunks().codec_seconds, 0.5);
    EXPECT_EQ(read.stage.logs, 2);
    EXPECT_EQ(read.stage.moved_bytes, 5);
    EXPECT_EQ(read.stage.processor_seconds, 0.25);
    EXPECT_EQ(read.notes, report.notes);
    EXPECT_EQ(read.bare_rates.write, 1500000000);
    EXPECT_EQ(read.bare_rates.read, 2000000000);
    expect_equal(read.totals, report.totals);
    ASSERT_EQ(read.by_rank.size(), 2u);
    EXPECT_EQ(read.by_rank[1].rank, 1);
    EXPECT_EQ(read.hosts(), std::vector<std::string>{"node"});
    expect_equal(read.by_rank[1].numbers, report.by_rank[1].numbers);
    EXPECT_EQ(read.by_rank[1].arrivals.longest_late, 0.25);
    EXPECT_EQ(read.by_rank[1].arrivals.microseconds_late.classes().size(), 1u);
    ASSERT_EQ(read.by_rank[1].methods.size(), 1u);
    EXPECT_EQ(read.by_rank[1].methods[0].first_reason, "say \"so\"");
    EXPECT_EQ(read.slice_seconds, report.slice_seconds);
    ASSERT_EQ(read.timeline.size(), 2u);
    ASSERT_EQ(read.timeline[0].slices.size(), 1u);
    EXPECT_EQ(read.timeline[0].slices[0].number, 17);
    EXPECT_NEAR(read.timeline[0].slices[0].seconds_in(Phase::storage), 0.000003, 1e-12);
    EXPECT_EQ(read.timeline[0].slices[0].written.end, 12);
}

TEST(Json, SecondsAreWholeNanoseconds) {
    FileReport report = some_report();
    report.seconds = 2.8000000001234;
    EXPECT_NE(json_head(report).find("\n  \"seconds\": 2.8,\n"), std::string::npos)
        << json_head(report);
}

TEST(Json, RatesThatNobodyMeasuredAreMissing) {
    FileReport report = some_report();
    EXPECT_NE(json_head(report).find("bare_rates"), std::string::npos);
    report.bare_rates = {};
    EXPECT_EQ(json_head(report).find("bare_rates"), std::string::npos);
}

TEST(Json, OlderReportsLackMembers) {
    std::string text = text_of(some_report());
    for (const std::string member : {R"(  "date": "2026-11-25T02:38:00Z",)",
                                     R"(  "notes": ["a note"],)", R"("windows_in_company":115,)"}) {
        ASSERT_NE(text.find(member), std::string::npos) << text;
        text.erase(text.find(member), member.size());
    }
    const Result<FileReport> read = read_json(text);
    ASSERT_TRUE(read.ok()) << read.status().context();
    EXPECT_EQ(read.value().date, "");
    EXPECT_EQ(read.value().totals.windows_in_company, 0);
    const std::string needed = R"("windows":113,)";
    text.erase(text.find(needed), needed.size());
    EXPECT_NE(read_json(text).status().context().find("windows"), std::string::npos);
}

TEST(Json, TimeLinesWithOtherColumnsAreRefused) {
    std::string text = text_of(some_report());
    const std::string column = R"("read_begin")";
    ASSERT_NE(text.find(column), std::string::npos) << text;
    text.replace(text.find(column), column.size(), R"("read_start")");
    EXPECT_NE(read_json(text).status().context().find("other columns"), std::string::npos);
}

}  // namespace
}  // namespace weft::report

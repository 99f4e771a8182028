// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "engine/trace/documents.hpp"
#include "engine/trace/recorder.hpp"
#include "engine/trace/report.hpp"
#include "report/file_report.hpp"
#include "report/phase.hpp"

namespace weft::engine {
namespace {

double sum_of(const Timeline& timeline, Phase phase) {
    double sum = 0;
    for (const report::Slice& slice : timeline.slices())
        sum += slice.seconds[report::index_of(phase)];
    return sum;
}

TEST(Timeline, TimeIsCutAtTheSlices) {
    Timeline timeline;
    const double width = timeline.slice_seconds();
    timeline.spent(Phase::wait, 2.25 * width, 4.5 * width);
    const auto seconds = [&](std::size_t slice) {
        return timeline.slices()[slice].seconds[report::index_of(Phase::wait)] / width;
    };
    EXPECT_DOUBLE_EQ(seconds(1), 0);
    EXPECT_DOUBLE_EQ(seconds(2), 0.75);
    EXPECT_DOUBLE_EQ(seconds(3), 1);
    EXPECT_DOUBLE_EQ(seconds(4), 0.5);
    EXPECT_TRUE(timeline.slices()[5].is_empty());
}

/// Whatever the order of magnitude, nothing is lost and no slice holds more time than its width.
TEST(Timeline, WidensAndLosesNothing) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> length(0, 1);
    Timeline timeline;
    double now = 0;
    double expected = 0;
    std::int64_t bytes = 0;
    for (int i = 0; i < 2000; ++i) {
        const double spent = length(random) * (i % 100 == 0 ? 30 : 0.01);
        timeline.spent(Phase::storage, now, now + spent);
        timeline.wrote(now, 1000 + i, 7);
        bytes += 7;
        expected += spent;
        now += spent + length(random) * 0.01;
    }
    EXPECT_NEAR(sum_of(timeline, Phase::storage), expected, 1e-6 * expected);
    EXPECT_GE(timeline.slice_seconds() * Timeline::slice_count, now);
    EXPECT_LT(timeline.slice_seconds() * Timeline::slice_count, 2 * now);
    report::Touched all;
    for (const report::Slice& slice : timeline.slices()) {
        all.add(slice.written);
        EXPECT_LE(slice.seconds[report::index_of(Phase::storage)],
                  timeline.slice_seconds() * 1.000001);
        EXPECT_EQ(slice.read.bytes, 0);
    }
    EXPECT_EQ(all.bytes, bytes);
    EXPECT_EQ(all.begin, 1000);
    EXPECT_EQ(all.end, 1000 + 1999 + 7);
}

TEST(Timeline, WideningJoinsNeighbours) {
    Timeline timeline;
    const double width = timeline.slice_seconds();
    timeline.read(2.5 * width, 100, 10);
    timeline.read(3.5 * width, 20, 10);
    timeline.wrote(3.5 * width, 7, 1);
    timeline.widen_to(1);
    EXPECT_EQ(timeline.doublings(), 1);
    EXPECT_DOUBLE_EQ(timeline.slice_seconds(), 2 * width);
    const report::Slice& joined = timeline.slices()[1];
    EXPECT_EQ(joined.read.bytes, 20);
    EXPECT_EQ(joined.read.begin, 20);
    EXPECT_EQ(joined.read.end, 110);
    EXPECT_EQ(joined.written.begin, 7);
    EXPECT_TRUE(timeline.slices()[2].is_empty());
}

TEST(Timeline, WhatLiesBeforeTheBeginningCountsAsTheBeginning) {
    Timeline timeline;
    timeline.spent(Phase::plan, -5, timeline.slice_seconds() / 2);
    timeline.wrote(-5, 0, 3);
    EXPECT_DOUBLE_EQ(sum_of(timeline, Phase::plan), timeline.slice_seconds() / 2);
    EXPECT_EQ(timeline.slices()[0].written.bytes, 3);
    EXPECT_EQ(timeline.doublings(), 0);
}

TEST(Trace, KeepsTheFirstAndCountsTheRest) {
    Trace trace(3);
    for (int i = 0; i < 5; ++i) trace.add({.begin = 1.0 * i, .end = i + 0.5});
    ASSERT_EQ(trace.events().size(), 3u);
    EXPECT_EQ(trace.events().back().begin, 2);
    EXPECT_EQ(trace.dropped(), 2);
}

TEST(Trace, RoomShrinksWithTheNumberOfRanks) {
    EXPECT_EQ(Trace::most_events(1), 65536);
    EXPECT_EQ(Trace::most_events(16), 65536);
    EXPECT_EQ(Trace::most_events(64), 16384);
    EXPECT_EQ(Trace::most_events(1 << 20), 256);
}

TEST(Recorder, TimesBeginAtTheOrigin) {
    Recorder recorder({.origin = 100}, 10);
    recorder.wrote({.begin = 100.001, .end = 100.002, .name = "write", .offset = 8, .bytes = 4});
    ASSERT_EQ(recorder.trace().events().size(), 1u);
    EXPECT_NEAR(recorder.trace().events()[0].begin, 0.001, 1e-9);
    EXPECT_NEAR(recorder.trace().events()[0].end, 0.002, 1e-9);
    const auto slice = static_cast<std::size_t>(0.001 / recorder.timeline().slice_seconds());
    EXPECT_EQ(recorder.timeline().slices()[slice].written.end, 12);
}

void pass_time() {
    const double until = now_seconds() + 1e-4;
    while (now_seconds() < until) {
    }
}

/// Phases share out the time of a call; the events overlap as the timers did.
TEST(PhaseTimer, NestedTimersAreNotCountedTwice) {
    Report report;
    Recorder recorder({.origin = now_seconds()}, 10);
    report.recorder = &recorder;
    const double began = now_seconds();
    {
        CallRecord call(report, {.direction = Direction::get, .is_collective = true}, 48);
        call.chose(Method::sieve, {.words = "because"});
        pass_time();
        const PhaseTimer outer(report, Phase::wait);
        pass_time();
        const PhaseTimer inner(report, Phase::convert);
        pass_time();
    }
    const double took = now_seconds() - began;
    const double sum = std::accumulate(report.seconds.begin(), report.seconds.end(), 0.0);
    EXPECT_LE(sum, took);
    EXPECT_GE(sum, 3e-4);
    for (const Phase phase : {Phase::other, Phase::wait, Phase::convert}) {
        EXPECT_GE(report.seconds[report::index_of(phase)], 1e-4) << name_of(phase);
        EXPECT_NEAR(sum_of(recorder.timeline(), phase), report.seconds[report::index_of(phase)],
                    1e-9);
    }
    EXPECT_EQ(report.timer, nullptr);
    const std::vector<Event>& events = recorder.trace().events();
    ASSERT_EQ(events.size(), 3u);
    EXPECT_STREQ(events[0].name, "convert");
    EXPECT_STREQ(events[1].name, "wait");
    EXPECT_STREQ(events[2].name, "get_all");
    EXPECT_STREQ(events[2].method, "sieve");
    EXPECT_EQ(events[2].bytes, 48);
    EXPECT_LE(events[2].begin, events[1].begin);
    EXPECT_LE(events[1].begin, events[0].begin);
    EXPECT_LE(events[0].end, events[1].end);
    EXPECT_LE(events[1].end, events[2].end);
}

TEST(CallRecord, CountsByMethodDirectionAndMode) {
    Report report;
    for (const char* reason : {"first", "second"}) {
        CallRecord call(report, {.direction = Direction::put, .is_collective = true}, 10);
        EXPECT_EQ(call.arrived(), 0);  // nobody has agreed on a clock
        call.chose(Method::two_phase, {.words = reason});
    }
    CallRecord(report, {.direction = Direction::put}, 5).chose(Method::direct, {.words = "alone"});
    EXPECT_EQ(report.put_calls, 3);
    EXPECT_EQ(report.put_bytes, 25);
    EXPECT_EQ(report.collective_put_calls, 2);
    EXPECT_EQ(report.collective_put_bytes, 20);
    EXPECT_EQ(report.get_calls, 0);
    const MethodUse& together = report.uses[static_cast<std::size_t>(Method::two_phase)][0][1];
    EXPECT_EQ(together.calls, 2);
    EXPECT_EQ(together.bytes, 20);
    EXPECT_EQ(together.reason.text(), "first");
    EXPECT_EQ(report.last_reason->text(), "alone");
    EXPECT_NE(as_text(report).find("direct 1, two_phase 2"), std::string::npos) << as_text(report);
}

}  // namespace
}  // namespace weft::engine

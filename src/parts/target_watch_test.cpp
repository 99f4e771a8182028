// SPDX-License-Identifier: BSD-3-Clause
// Programs that append records to four targets, with a simulated clock: a record takes as long as
// the target that is busy longest.
#include "parts/target_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>

namespace weft::parts {
namespace {

constexpr int targets = 4;
constexpr double good = 90;  // ranges per second
constexpr double slow = good / 5;
constexpr std::size_t of_each = 6;
const std::vector<int> even = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1,
                               2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3};
const std::vector<std::int64_t> alike(targets* of_each, 1 << 20);

struct Schedule {
    double seconds = 0;
    std::vector<int> epochs = {};  // the record at which each begins
    std::vector<int> ranges = even;

    [[nodiscard]] long on(int target) const { return std::ranges::count(ranges, target); }
};

/// Ranges whose records are as long as their weights.
std::vector<WatchedRange> ranges_of(const std::vector<std::int64_t>& weights,
                                    const std::vector<int>& begin) {
    std::vector<WatchedRange> ranges;
    for (std::size_t i = 0; i < weights.size(); ++i)
        ranges.push_back({weights[i], weights[i], begin[i]});
    return ranges;
}

/// The rate at which a target writes a record, in ranges of 1 MiB per second.
using Rate = std::function<double(int record, std::size_t target)>;

std::vector<TargetWork> write_record(const std::vector<std::int64_t>& weights,
                                     const std::vector<int>& ranges, int record, const Rate& rate) {
    std::vector<TargetWork> work(targets);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto target = static_cast<std::size_t>(ranges[i]);
        const double megabytes = static_cast<double>(weights[i]) / (1 << 20);
        work[target].add({weights[i], megabytes / rate(record, target)});
    }
    return work;
}

double seconds_of(const std::vector<TargetWork>& work) {
    return std::ranges::max(work, {}, &TargetWork::seconds).seconds;
}

Schedule schedule(int records, const Rate& rate, const std::vector<std::int64_t>& weights = alike,
                  const std::vector<int>& begin = even) {
    Schedule done{.ranges = begin};
    TargetWatch watch(ranges_of(weights, even), targets);
    for (int record = 0; record < records; ++record) {
        const std::vector<TargetWork> work = write_record(weights, done.ranges, record, rate);
        done.seconds += seconds_of(work);
        if (auto next = watch.note(work, done.ranges)) {
            done.ranges = *std::move(next);
            done.epochs.push_back(record + 1);
        }
    }
    return done;
}

/// The shortest time for each record, with knowledge of the future.
double best_seconds(int records, const Rate& rate) {
    double seconds = 0;
    for (int record = 0; record < records; ++record) {
        double best = 1e9;
        for (int on_last = 0; on_last <= 6; ++on_last) {
            std::vector<int> ranges;  // the others, in turn
            for (int i = 0; i < 24; ++i) ranges.push_back(i < on_last ? 3 : i % 3);
            best = std::min(best, seconds_of(write_record(alike, ranges, record, rate)));
        }
        seconds += best;
    }
    return seconds;
}

double all_good(int /*record*/, std::size_t /*target*/) {
    return good;
}

TEST(TargetWatch, ATargetThatFallsToAFifthIsRelieved) {
    const Rate rate = [](int record, std::size_t target) {
        return target == 3 && record >= 10 ? slow : good;
    };
    const Schedule done = schedule(40, rate);
    ASSERT_EQ(done.epochs.size(), 1U);
    EXPECT_LE(done.epochs[0], 13);
    EXPECT_GE(best_seconds(40, rate) / done.seconds, 0.85);
    EXPECT_EQ(done.on(3), 1);
}

TEST(TargetWatch, AnAnswerThatCouldNotBeFollowedIsGivenAgainWhileItIsRight) {
    TargetWatch watch(ranges_of(alike, even), targets);
    const auto look = [&](double rate_of_last) {
        return watch.note(write_record(alike, even, 0,
                                       [&](int /*record*/, std::size_t target) {
                                           return target == targets - 1 ? rate_of_last : good;
                                       }),
                          even);
    };
    for (int i = 0; i < 10; ++i) look(good);
    std::optional<std::vector<int>> answer;
    for (int i = 0; i < 10 && !answer; ++i) answer = look(slow);
    ASSERT_TRUE(answer);
    EXPECT_FALSE(look(slow)) << "nothing has changed";
    watch.ask_again();
    EXPECT_TRUE(look(slow));
    watch.ask_again();
    for (int i = 0; i < 300; ++i) {
        if (look(good)) watch.ask_again();
    }
    EXPECT_FALSE(look(good)) << "the target is good again";
}

TEST(TargetWatch, JitterOfAFifthBeginsNoEpoch) {
    for (unsigned seed = 0; seed < 500; ++seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> factor(0.8, 1.2);
        const Schedule done =
            schedule(200, [&](int, std::size_t) { return good * factor(random); });
        ASSERT_TRUE(done.epochs.empty()) << "seed " << seed;
    }
}

/// Each target is slow for one record, now and then.
TEST(TargetWatch, OneSlowRecordBeginsNoEpoch) {
    const Schedule done = schedule(200, [](int record, std::size_t target) {
        return record % 7 == static_cast<int>(target) ? slow / 4 : good;
    });
    EXPECT_TRUE(done.epochs.empty());
}

/// A target that waits for a slower one rests, and then takes three times its rate.
TEST(TargetWatch, WhatHasRestedIsNoMeasure) {
    const Schedule done = schedule(200, [](int record, std::size_t target) {
        if (record < 10) return good;
        return target == 0 ? 0.7 * good : 3 * good;
    });
    EXPECT_TRUE(done.epochs.empty());
}

/// However different the rates measured in no time are.
TEST(TargetWatch, WhatTakesNoTimeTellsNothing) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> factor(0.1, 10);
    const Schedule done =
        schedule(200, [&](int, std::size_t) { return 1e6 * good * factor(random); });
    EXPECT_TRUE(done.epochs.empty());
}

/// 64 indices in 24 ranges: every third one is shorter, and three targets share them.
TEST(TargetWatch, OfRangesOfUnequalLengthEachTargetGetsItsShare) {
    std::vector<WatchedRange> unequal = ranges_of(alike, even);
    for (std::size_t i = 0; i < unequal.size(); ++i)
        unequal[i].record_bytes = i % 3 == 0 ? 2 << 20 : 3 << 20;
    TargetWatch watch(unequal, targets);
    const std::vector<TargetWork> work = {
        {16 << 20, 0.2}, {16 << 20, 0.2}, {16 << 20, 0.2}, {16 << 20, 1}};
    EXPECT_FALSE(watch.note(work, even));
    const auto next = watch.note(work, even);
    ASSERT_TRUE(next);
    std::vector<std::int64_t> bytes(targets);
    for (std::size_t i = 0; i < unequal.size(); ++i)
        bytes[static_cast<std::size_t>((*next)[i])] += unequal[i].record_bytes;
    EXPECT_LE(std::ranges::max(bytes), 21 << 20);
    EXPECT_LE(bytes[3], 3 << 20);
}

/// The weights are those that a trial has found.
TEST(TargetWatch, ATargetIsAsSlowAsItsRangesAreShort) {
    std::vector<std::int64_t> weights = alike;
    for (std::size_t i = 3 * of_each; i < weights.size(); ++i) weights[i] /= 5;
    const Rate rate = [](int, std::size_t target) { return target == 3 ? slow : good; };
    EXPECT_TRUE(schedule(200, rate, weights).epochs.empty());
    const Rate falling = [](int record, std::size_t target) {
        return record >= 10 && target == 1 ? slow : target == 3 ? slow : good;
    };
    const Schedule done = schedule(40, falling, weights);
    ASSERT_EQ(done.epochs.size(), 1U);
    EXPECT_LE(done.on(1), 2);
}

TEST(TargetWatch, ATargetThatHasRecoveredIsUsedAgain) {
    const Schedule done = schedule(200, [](int record, std::size_t target) {
        return target == 1 && record >= 10 && record < 30 ? slow : good;
    });
    ASSERT_EQ(done.epochs.size(), 2U);
    EXPECT_LE(done.epochs[1], 30 + 115) << "ten seconds";
    EXPECT_EQ(done.ranges, even);
}

/// It takes each record of its remaining range at once: the record is smaller than the reserve that
/// it gains meanwhile.
TEST(TargetWatch, ATargetThatOnlySeemsToHaveRecoveredKeepsLittle) {
    std::vector<int> ranges = even;
    TargetWatch watch(ranges_of(alike, even), targets);
    std::vector<int> epochs;
    for (int record = 0; record < 100; ++record) {
        const bool has_fallen = record >= 10 && std::ranges::count(ranges, 3) > 1;
        const auto work = write_record(alike, ranges, record, [&](int, std::size_t target) {
            return target == 3 && has_fallen ? slow : good;
        });
        if (auto next = watch.note(work, ranges))
            ranges = *std::move(next), epochs.push_back(record);
    }
    EXPECT_EQ(epochs.size(), 1U);
}

/// It is slow only under load, so it seems to recover again and again.
TEST(TargetWatch, ATargetThatFallsBackIsTrustedLessEachTime) {
    std::vector<int> ranges = even;
    TargetWatch watch(ranges_of(alike, even), targets);
    int epochs = 0;
    for (int record = 0; record < 200; ++record) {
        const bool has_load = std::ranges::count(ranges, 2) > 1;
        const auto work = write_record(alike, ranges, record, [&](int, std::size_t target) {
            return target == 2 && has_load ? slow : good;
        });
        if (auto next = watch.note(work, ranges)) ranges = *std::move(next), ++epochs;
    }
    EXPECT_LE(epochs, 13);
    EXPECT_GE(epochs, 3);
}

/// It gets nothing, so its rate is known only by trying.
TEST(TargetWatch, ATargetThatIsLeftOutIsTriedAgain) {
    const Schedule lost = schedule(300, [](int record, std::size_t target) {
        return target == 2 && record >= 10 ? good / 100 : good;
    });
    EXPECT_LE(lost.epochs.size(), 10U);
    EXPECT_EQ(lost.on(2), 0);
    const Schedule back = schedule(300, [](int record, std::size_t target) {
        return target == 2 && record >= 10 && record < 20 ? good / 100 : good;
    });
    EXPECT_EQ(back.ranges, even);
}

/// The ranges are those that an earlier program has left.
TEST(TargetWatch, ATargetWithoutRangesIsTried) {
    std::vector<int> without = even;
    std::ranges::replace(without, 0, 1);
    const Schedule done = schedule(200, all_good, alike, without);
    ASSERT_FALSE(done.epochs.empty());
    EXPECT_LE(done.epochs[0], 32);
    EXPECT_EQ(done.ranges, even);
}

/// None of the target's bytes have reached the disk.
TEST(TargetWatch, ATargetThatStandsStillIsSlow) {
    TargetWatch watch(ranges_of(alike, even), targets);
    const std::vector<TargetWork> work = {{4 << 20, 0.1}, {4 << 20, 0.1}, {0, 0.2}, {4 << 20, 0.1}};
    EXPECT_FALSE(watch.note(work, even));
    const auto next = watch.note(work, even);
    ASSERT_TRUE(next);
    EXPECT_EQ(std::ranges::count(*next, 2), 0);
    EXPECT_EQ(watch.last()[0].bytes, 4 << 20);
}

TEST(TargetWatch, AllThatFallTogetherStay) {
    const Schedule done =
        schedule(40, [](int record, std::size_t) { return record >= 10 ? slow : good; });
    EXPECT_TRUE(done.epochs.empty());
}

}  // namespace
}  // namespace weft::parts

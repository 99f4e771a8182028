// SPDX-License-Identifier: BSD-3-Clause
// Programs that append records to four targets, on a clock of their own: a call lasts as long as
// the target that is busy longest.
#include "parts/target_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace weft::parts {
namespace {

constexpr std::size_t targets = 4;
constexpr std::int64_t range_bytes = 1 << 20;
const std::vector<int> even = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};

struct Schedule {
    double seconds = 0;
    std::vector<int> epochs = {};  // in front of which record each begins
    std::vector<int> ranges = even;

    [[nodiscard]] long on(int target) const { return std::ranges::count(ranges, target); }
};

/// In ranges per second.
using Rate = std::function<double(int record, std::size_t target)>;

std::vector<TargetWork> write_record(const std::vector<int>& ranges, int record, const Rate& rate) {
    std::vector<TargetWork> work(targets);
    for (const int target : ranges) {
        TargetWork& of_target = work[static_cast<std::size_t>(target)];
        of_target.bytes += range_bytes;
        of_target.seconds += 1 / rate(record, static_cast<std::size_t>(target));
    }
    return work;
}

double seconds_of(const std::vector<TargetWork>& work) {
    return std::ranges::max(work, {}, &TargetWork::seconds).seconds;
}

Schedule schedule(int records, const Rate& rate) {
    Schedule done;
    TargetWatch watch(targets);
    for (int record = 0; record < records; ++record) {
        const std::vector<TargetWork> work = write_record(done.ranges, record, rate);
        done.seconds += seconds_of(work);
        if (auto next = watch.note(work, done.ranges)) {
            done.ranges = *std::move(next);
            done.epochs.push_back(record + 1);
        }
    }
    return done;
}

/// Each record as it is written fastest, by who knows what is to come.
double best_seconds(int records, const Rate& rate) {
    double seconds = 0;
    for (int record = 0; record < records; ++record) {
        double best = 1e9;
        for (int slow = 0; slow <= 4; ++slow) {
            std::vector<int> ranges;  // `slow` on the last target, the others in turn
            for (int i = 0; i < 16; ++i) ranges.push_back(i < slow ? 3 : i % 3);
            best = std::min(best, seconds_of(write_record(ranges, record, rate)));
        }
        seconds += best;
    }
    return seconds;
}

TEST(TargetWatch, ATargetThatFallsToAFifthIsRelieved) {
    const Rate rate = [](int record, std::size_t target) {
        return target == 3 && record >= 10 ? 20.0 : 100.0;
    };
    const Schedule done = schedule(40, rate);
    ASSERT_EQ(done.epochs.size(), 1U);
    EXPECT_LE(done.epochs[0], 13);
    EXPECT_GE(best_seconds(40, rate) / done.seconds, 0.85);
    EXPECT_EQ(done.on(3), 1);
}

TEST(TargetWatch, JitterOfAFifthBeginsNoEpoch) {
    for (unsigned seed = 0; seed < 500; ++seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> factor(0.8, 1.2);
        const Schedule done = schedule(200, [&](int, std::size_t) { return 100 * factor(random); });
        ASSERT_TRUE(done.epochs.empty()) << "seed " << seed;
    }
}

/// Each target is slow for one call, now and then.
TEST(TargetWatch, OneSlowCallBeginsNoEpoch) {
    const Schedule done = schedule(200, [](int record, std::size_t target) {
        return record % 7 == static_cast<int>(target) ? 5.0 : 100.0;
    });
    EXPECT_TRUE(done.epochs.empty());
}

TEST(TargetWatch, ATargetThatHasRecoveredIsUsedAgain) {
    const Schedule done = schedule(60, [](int record, std::size_t target) {
        return target == 1 && record >= 10 && record < 30 ? 20.0 : 100.0;
    });
    ASSERT_EQ(done.epochs.size(), 2U);
    EXPECT_LE(done.epochs[1], 33);
    EXPECT_EQ(done.ranges, even);
}

/// It gets nothing, and so nothing is known of it but by trying.
TEST(TargetWatch, ATargetThatIsLeftOutIsTriedAgain) {
    const Schedule lost = schedule(300, [](int record, std::size_t target) {
        return target == 2 && record >= 10 ? 1.0 : 100.0;
    });
    EXPECT_LE(lost.epochs.size(), 10U);
    EXPECT_EQ(lost.on(2), 0);
    const Schedule back = schedule(300, [](int record, std::size_t target) {
        return target == 2 && record >= 10 && record < 20 ? 1.0 : 100.0;
    });
    EXPECT_EQ(back.ranges, even);
}

TEST(TargetWatch, AllThatFallTogetherStay) {
    const Schedule done =
        schedule(40, [](int record, std::size_t) { return record >= 10 ? 20.0 : 100.0; });
    EXPECT_TRUE(done.epochs.empty());
}

}  // namespace
}  // namespace weft::parts

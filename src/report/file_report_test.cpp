// SPDX-License-Identifier: BSD-3-Clause
#include "report/file_report.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>

#include "report/histogram.hpp"

namespace weft::report {
namespace {

TEST(Histogram, ClassesBeginAtPowersOfTwo) {
    EXPECT_EQ(Histogram::class_of(0), 0u);
    EXPECT_EQ(Histogram::class_of(-7), 0u);
    for (std::size_t i = 1; i < Histogram::class_count; ++i) {
        const std::int64_t begin = Histogram::begin_of(i);
        EXPECT_EQ(Histogram::class_of(begin), i);
        EXPECT_EQ(Histogram::class_of(begin - 1), i - 1);
    }
    EXPECT_EQ(Histogram::begin_of(13), 4096);
    EXPECT_EQ(Histogram::class_of(std::numeric_limits<std::int64_t>::max()),
              Histogram::class_count - 1);
}

TEST(Histogram, CountsEachNumberOnce) {
    Histogram sizes;
    for (const std::int64_t size : {4095, 4096, 4097, 8191, 8192}) sizes.add(size);
    EXPECT_EQ(sizes.counts()[12], 1);
    EXPECT_EQ(sizes.counts()[13], 3);
    EXPECT_EQ(sizes.counts()[14], 1);
    EXPECT_EQ(std::accumulate(sizes.counts().begin(), sizes.counts().end(), std::int64_t{0}), 5);
}

TEST(Arrivals, TheLastIsWhoCameWhenNobodyCameLater) {
    Arrivals arrivals;
    arrivals.add(0, 0.5);
    arrivals.add(0.25, 0.25);
    arrivals.add(0, 0);  // all at once: nobody was late
    arrivals.add(-4e-10, 0.5);
    EXPECT_EQ(arrivals.calls, 4);
    EXPECT_EQ(arrivals.times_last, 1);
    EXPECT_GE(arrivals.seconds_late, 0.25);
    EXPECT_DOUBLE_EQ(arrivals.seconds_late, 0.25);
    EXPECT_DOUBLE_EQ(arrivals.longest_late, 0.25);
    EXPECT_EQ(arrivals.microseconds_late.counts()[Histogram::class_of(250000)], 1);
    arrivals.add(0.0999999996, 0.1);
    EXPECT_EQ(arrivals.times_last, 2);
}

}  // namespace
}  // namespace weft::report

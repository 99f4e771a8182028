// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/pages_written.hpp"

#include <gtest/gtest.h>

namespace weft::engine {
namespace {

constexpr std::int64_t page = 4096;

/// `runs` of `run` bytes from `begin` on, `pitch` bytes apart.
CallTotals spaced(std::int64_t begin, std::int64_t run, std::int64_t pitch, std::int64_t runs) {
    return {.active = 1,
            .begin = begin,
            .end = begin + (runs - 1) * pitch + run,
            .bytes = run * runs,
            .runs = runs};
}

TEST(PagesWritten, AllPagesOfTheFirstPutAreNew) {
    EXPECT_EQ(PagesWritten().new_share(spaced(512, 100, 1000, 5)), 1);
}

TEST(PagesWritten, WhatIsWrittenAgainIsThere) {
    PagesWritten written;
    written.add(spaced(0, 10 * page, 0, 1));
    EXPECT_EQ(written.new_share(spaced(0, 10 * page, 0, 1)), 0);
    EXPECT_DOUBLE_EQ(written.new_share(spaced(5 * page, 10 * page, 0, 1)), 0.5);
    EXPECT_EQ(written.new_share(spaced(10 * page, 10 * page, 0, 1)), 1);
}

TEST(PagesWritten, VariablesInTheSameRecordsFillEachOthersPages) {
    // 20 variables, records of 256 bytes each: the pitch is little more than a page.
    PagesWritten written;
    written.add(spaced(0, 256, 5120, 16));
    EXPECT_LT(written.new_share(spaced(256, 256, 5120, 16)), 0.2);
}

TEST(PagesWritten, LargeRecordsOfOneVariableLeaveThePagesOfTheOthersNew) {
    PagesWritten written;
    for (std::int64_t variable = 0; variable < 10; ++variable) {
        const CallTotals put = spaced(variable * 10 * page, 10 * page, 100 * page, 16);
        EXPECT_NEAR(written.new_share(put), 1 - 0.11 * static_cast<double>(variable), 0.06);
        written.add(put);
    }
}

TEST(PagesWritten, OneStepAfterTheOtherIsAlwaysNew) {
    PagesWritten written;
    for (std::int64_t step = 0; step < 100; ++step) {
        const CallTotals put = spaced(step * 3 * page, 3 * page, 0, 1);
        EXPECT_EQ(written.new_share(put), 1);
        written.add(put);
    }
}

TEST(PagesWritten, PutsApartFromTheLastAreForgotten) {
    PagesWritten written;
    written.add(spaced(0, page, 0, 1));
    written.add(spaced(100 * page, page, 0, 1));
    EXPECT_EQ(written.new_share(spaced(0, page, 0, 1)), 1);
    EXPECT_EQ(written.new_share(spaced(100 * page, page, 0, 1)), 0);
}

}  // namespace
}  // namespace weft::engine

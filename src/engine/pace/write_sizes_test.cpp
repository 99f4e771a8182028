// SPDX-License-Identifier: BSD-3-Clause
#include "engine/pace/write_sizes.hpp"

#include <gtest/gtest.h>

namespace weft::engine {
namespace {

constexpr std::int64_t mebi = 1 << 20;

/// What a byte takes in a large call and in a small one, and a call beside.
struct Machine {
    double large_byte;
    double small_byte;
    double call = 0.5e-6;

    [[nodiscard]] double seconds(std::int64_t bytes) const {
        const double byte = bytes > WriteSizes::small_bytes ? large_byte : small_byte;
        return call + byte * static_cast<double>(bytes);
    }
};

constexpr Machine with_its_memory{.large_byte = 0.18e-9, .small_byte = 0.22e-9};
constexpr Machine without_its_memory{.large_byte = 3e-9, .small_byte = 0.25e-9};

/// The time of `writes` writes, each carried out as `sizes` says.
double run(WriteSizes& sizes, const Machine& machine, int writes, std::int64_t bytes) {
    double total = 0;
    for (int i = 0; i < writes; ++i) {
        for (std::int64_t rest = bytes; rest > 0;) {
            const std::int64_t length = sizes.next(rest);
            EXPECT_GT(length, 0);
            EXPECT_LE(length, rest);
            const double seconds = machine.seconds(length);
            sizes.took(length, seconds);
            total += seconds;
            rest -= length;
        }
    }
    return total;
}

TEST(WriteSizes, StayWholeWhereLargeCallsAreFast) {
    WriteSizes sizes;
    const double whole = 1000 * with_its_memory.seconds(mebi);
    EXPECT_LT(run(sizes, with_its_memory, 1000, mebi), 1.02 * whole);
}

TEST(WriteSizes, AreCutSoonWhereLargeCallsAreSlow) {
    WriteSizes sizes;
    const double cut = 32 * 16 * without_its_memory.seconds(WriteSizes::small_bytes);
    // The first calls, and the first trials, find out.
    EXPECT_LT(run(sizes, without_its_memory, 32, mebi), 3.0 * cut);
    EXPECT_LT(run(sizes, without_its_memory, 1000, mebi), 1.1 * 1000 / 32 * cut);
}

TEST(WriteSizes, FollowAMachineThatChanges) {
    WriteSizes sizes;
    run(sizes, with_its_memory, 1000, mebi);
    run(sizes, without_its_memory, 100, mebi);
    const double cut = 1000 * 16 * without_its_memory.seconds(WriteSizes::small_bytes);
    EXPECT_LT(run(sizes, without_its_memory, 1000, mebi), 1.1 * cut);
    run(sizes, with_its_memory, 500, mebi);
    const double whole = 1000 * with_its_memory.seconds(mebi);
    EXPECT_LT(run(sizes, with_its_memory, 1000, mebi), 1.05 * whole);
}

TEST(WriteSizes, LeaveSmallWritesAlone) {
    WriteSizes sizes;
    run(sizes, without_its_memory, 100, mebi);
    for (const std::int64_t bytes :
         {std::int64_t{1}, std::int64_t{4096}, WriteSizes::small_bytes}) {
        EXPECT_EQ(sizes.next(bytes), bytes);
        sizes.took(bytes, 1);  // whatever they take says nothing about large ones
    }
    EXPECT_EQ(sizes.next(mebi), WriteSizes::small_bytes);
}

}  // namespace
}  // namespace weft::engine

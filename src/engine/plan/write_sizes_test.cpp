// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/write_sizes.hpp"

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

constexpr Machine with_its_memory{.large_byte = 0.18e-9, .small_byte = 0.24e-9};
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

TEST(WriteSizes, KnowWhetherTheyMayBeCut) {
    WriteSizes unknown;
    WriteSizes near;
    WriteSizes far;
    near.expect(30e-6, 1e-6);
    far.expect(1030e-6, 1000e-6);
    EXPECT_FALSE(unknown.calls_cost_little());
    EXPECT_TRUE(near.calls_cost_little());
    EXPECT_FALSE(far.calls_cost_little());
}

TEST(WriteSizes, StayWholeWhereLargeCallsAreFast) {
    WriteSizes sizes;
    const double whole = 1000 * with_its_memory.seconds(mebi);
    EXPECT_LT(run(sizes, with_its_memory, 1000, mebi), 1.02 * whole);
}

TEST(WriteSizes, AreCutSoonWhereLargeCallsAreSlow) {
    WriteSizes sizes;
    const double cut =
        32 * (mebi / WriteSizes::small_bytes) * without_its_memory.seconds(WriteSizes::small_bytes);
    // The first calls, and the first trials, find out.
    EXPECT_LT(run(sizes, without_its_memory, 32, mebi), 3.0 * cut);
    EXPECT_LT(run(sizes, without_its_memory, 1000, mebi), 1.1 * 1000 / 32 * cut);
}

TEST(WriteSizes, FollowAMachineThatChanges) {
    WriteSizes sizes;
    run(sizes, with_its_memory, 1000, mebi);
    run(sizes, without_its_memory, 100, mebi);
    const double cut = 1000 * (mebi / WriteSizes::small_bytes) *
                       without_its_memory.seconds(WriteSizes::small_bytes);
    EXPECT_LT(run(sizes, without_its_memory, 1000, mebi), 1.1 * cut);
    run(sizes, with_its_memory, 500, mebi);
    const double whole = 1000 * with_its_memory.seconds(mebi);
    EXPECT_LT(run(sizes, with_its_memory, 1000, mebi), 1.05 * whole);
}

/// Of a rank that has measured what small calls cost.
WriteSizes informed(const Machine& machine) {
    WriteSizes sizes;
    sizes.expect(machine.seconds(WriteSizes::small_bytes), machine.seconds(0));
    return sizes;
}

TEST(WriteSizes, AreCutFromTheStartWhereCallsCostLittle) {
    EXPECT_EQ(informed(without_its_memory).next(mebi), WriteSizes::small_bytes);
    EXPECT_EQ(informed({.large_byte = 0.2e-9, .small_byte = 0.2e-9, .call = 100e-6}).next(mebi),
              mebi);
}

TEST(WriteSizes, BecomeWholeWhereThatIsClearlyFaster) {
    constexpr Machine machine{.large_byte = 0.1e-9, .small_byte = 0.2e-9};
    WriteSizes sizes = informed(machine);
    const double whole = 1000 * machine.seconds(mebi);
    EXPECT_LT(run(sizes, machine, 1000, mebi), 1.05 * whole);
}

TEST(WriteSizes, OneSlowWholeWriteEndsThem) {
    constexpr Machine usual{.large_byte = 0.1e-9, .small_byte = 0.2e-9};
    WriteSizes sizes = informed(usual);
    run(sizes, usual, 100, mebi);
    const double slow = without_its_memory.seconds(mebi);
    EXPECT_EQ(sizes.next(mebi), mebi);
    sizes.took(mebi, slow);
    EXPECT_EQ(sizes.next(mebi), WriteSizes::small_bytes);
}

/// Ranks wait for each other's writes: now and then a call takes as long as two.
TEST(WriteSizes, BecomeWholeThoughATrialHadToWait) {
    constexpr Machine machine{.large_byte = 0.14e-9, .small_byte = 0.2e-9};
    WriteSizes sizes = informed(machine);
    int calls = 0;
    bool has_waited = false;
    for (int i = 0; i < 8; ++i) {
        for (std::int64_t rest = mebi; rest > 0; ++calls) {
            const std::int64_t length = sizes.next(rest);
            const bool waits = length == WriteSizes::sample_bytes && !has_waited;
            has_waited = has_waited || waits;
            sizes.took(length, (waits ? 1.5 : 1) * machine.seconds(length));
            rest -= length;
        }
    }
    EXPECT_TRUE(has_waited);
    EXPECT_LT(calls, 5 * mebi / WriteSizes::small_bytes);  // of the eight, less than half was cut
}

TEST(WriteSizes, ThatWereSlowForAWhileAreTriedAsOftenLater) {
    constexpr Machine fast{.large_byte = 0.1e-9, .small_byte = 0.2e-9};
    WriteSizes once_slow = informed(fast);
    run(once_slow, without_its_memory, 1000, mebi);
    run(once_slow, fast, 4000, mebi);
    run(once_slow, without_its_memory, 1, mebi);
    run(once_slow, fast, 40, mebi);
    EXPECT_EQ(once_slow.next(mebi), mebi) << "they are not tried";
}

/// Whole writes are fast when they are tried, and slow once they are used.
TEST(WriteSizes, ThatAreDisappointedTrySeldom) {
    constexpr Machine usual{.large_byte = 0.1e-9, .small_byte = 0.2e-9};
    WriteSizes sizes = informed(usual);
    int slow_writes = 0;
    for (int i = 0; i < 4000; ++i) {
        for (std::int64_t rest = mebi; rest > 0;) {
            const std::int64_t length = sizes.next(rest);
            const bool is_slow = length > WriteSizes::sample_bytes;
            slow_writes += is_slow ? 1 : 0;
            sizes.took(length, (is_slow ? without_its_memory : usual).seconds(length));
            rest -= length;
        }
    }
    EXPECT_GT(slow_writes, 2);
    EXPECT_LT(slow_writes, 80);
}

TEST(WriteSizes, WhatWasMeasuredDoesNotReplaceWhatWasSeen) {
    WriteSizes sizes;
    run(sizes, with_its_memory, 10, mebi);
    sizes.expect(with_its_memory.seconds(WriteSizes::small_bytes), with_its_memory.seconds(0));
    EXPECT_EQ(sizes.next(mebi), mebi);
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

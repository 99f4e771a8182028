// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/calls.hpp"

#include <gtest/gtest.h>

#include "mpi/mpi_test_world.hpp"

namespace weft::engine::twophase {
namespace {

mpi::CommView world() {
    return mpi::test_world();
}

/// This rank's part of a call of some kind, somewhere in the file.
Summary part(std::uint64_t kind, std::int64_t offset) {
    return {.begin = offset + world().rank() * 10,
            .end = offset + world().rank() * 10 + 5,
            .bytes = 5,
            .runs = 1,
            .maximum = world().rank() + offset,
            .fingerprint = kind & fingerprint_bits};
}

Calls::Call begin(Calls& calls, const Summary& mine) {
    const FileSummary only{0, mine};
    return calls.begin(world(), std::span(&only, 1), 1);
}

void expect_parts(const Calls::Call& call, std::int64_t offset) {
    ASSERT_EQ(std::ssize(call.pattern->files.front().ranks), world().size());
    for (int rank = 0; rank < world().size(); ++rank) {
        const Summary& one = call.pattern->files.front().ranks[static_cast<std::size_t>(rank)];
        EXPECT_EQ(one.begin, offset + rank * 10);
        EXPECT_EQ(one.end, offset + rank * 10 + 5);
    }
}

TEST(Calls, KnowEachOtherAgainWhereverTheyAre) {
    Calls calls;
    std::vector<std::int64_t> numbers(3);
    for (std::int64_t turn = 0; turn < 9; ++turn) {
        const std::int64_t offset = 1000 - 100 * turn;
        const auto kind = static_cast<std::size_t>(turn % 3);
        const Calls::Call call = begin(calls, part(kind + 1, offset));
        expect_parts(call, offset);
        EXPECT_EQ(call.maximum, world().size() - 1 + offset);
        if (turn >= 3) {
            EXPECT_EQ(call.pattern->number, numbers[kind]);
        }
        numbers[kind] = call.pattern->number;
    }
    EXPECT_NE(numbers[0], numbers[1]);
}

TEST(Calls, OneRankThatDiffersMakesAnotherPattern) {
    Calls calls;
    const std::int64_t first = begin(calls, part(1, 0)).pattern->number;
    const bool differs = world().rank() == world().size() - 1;
    const Calls::Call other = begin(calls, part(differs ? 2 : 1, 0));
    expect_parts(other, 0);
    EXPECT_NE(other.pattern->number, first);
    // One rank knows now which of the two it is; the others guess the last.
    const Calls::Call again = begin(calls, part(1, 500));
    expect_parts(again, 500);
    EXPECT_EQ(again.pattern->number, first);
    const Calls::Call once_more = begin(calls, part(differs ? 2 : 1, 700));
    expect_parts(once_more, 700);
    EXPECT_EQ(once_more.pattern->number, other.pattern->number);
}

TEST(CallsOnSeveralRanks, WhoDoNotMoveTogetherAreAnotherPattern) {
    Calls calls;
    const std::int64_t first = begin(calls, part(1, 0)).pattern->number;
    Summary mine = part(1, 100);
    if (world().rank() == 0) mine = part(1, 90);
    const Calls::Call call = begin(calls, mine);
    EXPECT_NE(call.pattern->number, first);
    EXPECT_EQ(call.pattern->files.front().ranks[0].begin, 90);
    EXPECT_EQ(call.pattern->files.front().ranks[1].begin, 110);
}

TEST(Calls, RanksWithoutBytesMoveWithTheOthers) {
    Calls calls;
    const bool has_bytes = world().rank() == 0;
    const std::int64_t first = begin(calls, has_bytes ? part(1, 0) : Summary()).pattern->number;
    const Calls::Call call = begin(calls, has_bytes ? part(1, 70) : Summary());
    EXPECT_EQ(call.pattern->number, first);
    EXPECT_EQ(call.pattern->files.front().ranks[0].begin, 70);
    const Calls::Call nobody = begin(calls, Summary());
    EXPECT_NE(nobody.pattern->number, first);
    EXPECT_EQ(begin(calls, Summary()).pattern->number, nobody.pattern->number);
}

TEST(Calls, OnlySoManyPatternsAreKept) {
    Calls calls;
    const std::int64_t first = begin(calls, part(1, 0)).pattern->number;
    for (std::uint64_t kind = 2; kind < 2 + Calls::most_patterns; ++kind)
        (void)begin(calls, part(kind, 0));
    const Calls::Call call = begin(calls, part(1, 0));
    EXPECT_GT(call.pattern->number, first);
    expect_parts(call, 0);
}

TEST(Calls, TheFirstAndTheLastToArriveAreKnown) {
    Calls calls;
    for (int turn = 0; turn < 2; ++turn) {  // a new pattern, and a known one
        Summary mine = part(1, 0);
        mine.arrived = 10.0 + world().rank();
        const Calls::Call call = begin(calls, mine);
        EXPECT_NEAR(call.first_arrived, 10.0, 1e-6);
        EXPECT_NEAR(call.last_arrived, 10.0 + world().size() - 1, 1e-6);
    }
}

}  // namespace
}  // namespace weft::engine::twophase

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
    ASSERT_EQ(call.pattern->files.size(), 1U);
    const FilePattern& file = call.pattern->files.front();
    EXPECT_EQ(file.mine.begin, offset + world().rank() * 10);
    EXPECT_EQ(file.mine.end, offset + world().rank() * 10 + 5);
    EXPECT_EQ(file.all.ranks, world().size());
    EXPECT_EQ(file.all.begin, offset);
    EXPECT_EQ(file.all.end, offset + world().size() * 10 - 5);
    EXPECT_EQ(file.all.bytes, world().size() * 5);
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
    // One rank can now tell which of the two it is; for the others it could be either.
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
    const FilePattern& file = call.pattern->files.front();
    EXPECT_EQ(file.mine.begin, world().rank() == 0 ? 90 : 100 + world().rank() * 10);
    EXPECT_EQ(file.all.begin, 90);
    EXPECT_EQ(file.all.end, 100 + world().size() * 10 - 5);
}

TEST(Calls, RanksWithoutBytesMoveWithTheOthers) {
    Calls calls;
    const bool has_bytes = world().rank() == 0;
    const std::int64_t first = begin(calls, has_bytes ? part(1, 0) : Summary()).pattern->number;
    const Calls::Call call = begin(calls, has_bytes ? part(1, 70) : Summary());
    EXPECT_EQ(call.pattern->number, first);
    EXPECT_EQ(call.pattern->files.front().all.begin, 70);
    EXPECT_EQ(call.pattern->files.front().all.active, 1);
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

TEST(Calls, SeveralFilesMoveTogetherAndWhoTouchesWhichIsKnown) {
    Calls calls;
    // Each rank has a file of its own, and one file that all have.
    const auto own = static_cast<std::size_t>(world().rank());
    const auto last = static_cast<std::size_t>(world().size());
    const auto parts = [&](std::int64_t offset) {
        return std::vector<FileSummary>{{own, part(1, offset)}, {last, part(2, offset + 500)}};
    };
    std::int64_t number = 0;
    for (const std::int64_t offset : {1000, 1300, 200}) {
        const std::vector<FileSummary> mine = parts(offset);
        const Calls::Call call = calls.begin(world(), mine, last + 4);
        ASSERT_EQ(call.pattern->files.size(), last + 1);
        for (std::size_t file = 0; file <= last; ++file) {
            const FilePattern& pattern = call.pattern->files[file];
            EXPECT_EQ(pattern.file, file);
            EXPECT_EQ(pattern.mine.bytes, file == own || file == last ? 5 : 0);
            EXPECT_EQ(pattern.all.active, file == last ? world().size() : 1);
            EXPECT_EQ(pattern.all.begin,
                      offset + (file == last ? 500 : 10 * static_cast<std::int64_t>(file)));
        }
        if (number != 0) {
            EXPECT_EQ(call.pattern->number, number);
        }
        number = call.pattern->number;
    }
    // The files have come closer to each other.
    std::vector<FileSummary> closer = parts(2000);
    closer[1].summary = part(2, 2400);
    EXPECT_NE(calls.begin(world(), closer, last + 4).pattern->number, number);
    // A pattern that lacks one of the files.
    closer.pop_back();
    const Calls::Call fewer = calls.begin(world(), closer, last + 4);
    EXPECT_EQ(fewer.pattern->files.size(), last);
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

// SPDX-License-Identifier: BSD-3-Clause
// All small nests against plain nested loops.
#include "region/nest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "region/file_shape.hpp"

namespace weft::region {
namespace {

/// The stream as a list of file offsets, by plain loops.
std::vector<std::int64_t> offsets_by_loops(std::int64_t base, std::int64_t run,
                                           const Loops& loops) {
    std::vector<std::int64_t> starts = {base};
    for (const Loop& loop : loops) {
        std::vector<std::int64_t> next;
        for (const std::int64_t start : starts) {
            for (std::int64_t i = 0; i < loop.count; ++i) next.push_back(start + i * loop.pitch);
        }
        starts = next;
    }
    std::vector<std::int64_t> bytes;
    for (const std::int64_t start : starts) {
        for (std::int64_t i = 0; i < run; ++i) bytes.push_back(start + i);
    }
    return bytes;
}

std::vector<std::int64_t> offsets_by_visit(const Nest& nest, std::int64_t from, std::int64_t to) {
    std::vector<std::int64_t> bytes;
    nest.visit(from, to, [&](const RunGroup& group) {
        EXPECT_EQ(group.stream, from + static_cast<std::int64_t>(bytes.size()));
        for (std::int64_t i = 0; i < group.count; ++i) {
            for (std::int64_t j = 0; j < group.run; ++j)
                bytes.push_back(group.offset + i * group.pitch + j);
        }
    });
    return bytes;
}

void check(std::int64_t base, std::int64_t run, const Loops& loops) {
    const Nest nest(base, run, loops);
    const std::vector<std::int64_t> expected = offsets_by_loops(base, run, loops);
    const auto bytes = static_cast<std::int64_t>(expected.size());
    ASSERT_EQ(nest.bytes(), bytes);
    ASSERT_EQ(nest.end(), bytes == 0 ? base : expected.back() + 1);
    for (std::int64_t i = 0; i < bytes; ++i)
        ASSERT_EQ(nest.offset_of(i), expected[static_cast<std::size_t>(i)]);
    std::int64_t below = 0;
    for (std::int64_t offset = 0; offset <= nest.end() + 2; ++offset) {
        ASSERT_EQ(nest.bytes_below(offset), below) << "offset " << offset;
        if (below < bytes && expected[static_cast<std::size_t>(below)] == offset) ++below;
    }
    for (std::int64_t from = 0; from <= bytes; ++from) {
        for (std::int64_t to = from; to <= bytes; ++to) {
            ASSERT_EQ(offsets_by_visit(nest, from, to),
                      std::vector<std::int64_t>(expected.begin() + from, expected.begin() + to));
        }
    }
}

TEST(Nest, AgreesWithPlainLoopsForAllSmallShapes) {
    for (std::int64_t run = 1; run <= 3; ++run) {
        for (std::int64_t inner_count = 0; inner_count <= 3; ++inner_count) {
            for (std::int64_t gap = 0; gap <= 2; ++gap) {
                const Loop inner{inner_count, run + gap};
                check(5, run, {inner});
                for (std::int64_t outer_count = 0; outer_count <= 3; ++outer_count) {
                    for (std::int64_t outer_gap = 0; outer_gap <= 2; ++outer_gap) {
                        check(1, run,
                              {{outer_count, inner_count * (run + gap) + outer_gap}, inner});
                    }
                }
            }
        }
    }
}

TEST(Nest, AgreesWithPlainLoopsForThreeLevels) {
    for (const std::int64_t a : {1, 2}) {
        for (const std::int64_t b : {1, 2, 3}) {
            for (const std::int64_t c : {1, 2}) check(0, 2, {{a, 40}, {b, 12}, {c, 5}});
        }
    }
}

TEST(Nest, AnInnerExtentShorterThanItsPitchesMayEndWithinTheOuterPitch) {
    // The last inner run may end before its pitch does, so the outer pitch need only reach the
    // run's end.
    check(3, 2, {{3, 7}, {2, 5}});
}

TEST(Nest, ContiguousLoopsCollapseIntoTheRun) {
    const Nest nest(100, 4, {{10, 800}, {5, 160}, {40, 4}});
    EXPECT_EQ(nest.run(), 8000);
    EXPECT_TRUE(nest.loops().empty());
}

TEST(Nest, TheGrainDividesAllOffsetsAndLengths) {
    EXPECT_EQ(FileShape(Nest(512, 64, {})).grain(), 64);
    EXPECT_EQ(FileShape(Nest(4, 8, {{3, 100}})).grain(), 4);
    EXPECT_EQ(FileShape(Nest(0, 16, {{2, 4096}, {3, 24}})).grain(), 8);
    EXPECT_EQ(FileShape(Nest(7, 16, {})).grain(), 1);
}

/// Nests of up to two loops that are small.
std::vector<Nest> small_nests() {
    std::vector<Nest> nests;
    for (const std::int64_t run : {1, 2, 3}) {
        for (std::int64_t base = 0; base <= 14; ++base) {
            nests.emplace_back(base, run, std::initializer_list<Loop>{});
            for (const Loop outer : {Loop{2, 4}, Loop{3, 4}, Loop{2, 8}, Loop{1, 9}}) {
                nests.push_back(Nest(base, run, {outer}));
                nests.push_back(Nest(base, run, {{2, 12}, outer}));
            }
        }
    }
    return nests;
}

TEST(Nest, AnExtendedOneHasTheStreamsOfBothAndRises) {
    int extended = 0;
    const std::vector<Nest> nests = small_nests();
    for (const Nest& first : nests) {
        for (const Nest& second : nests) {
            Nest both = first;
            if (!both.extend(second)) {
                ASSERT_EQ(both, first);
                continue;
            }
            ++extended;
            std::vector<std::int64_t> expected = offsets_by_visit(first, 0, first.bytes());
            for (const std::int64_t offset : offsets_by_visit(second, 0, second.bytes()))
                expected.push_back(offset);
            ASSERT_TRUE(std::ranges::is_sorted(expected));
            ASSERT_EQ(offsets_by_visit(both, 0, both.bytes()), expected);
        }
    }
    EXPECT_GT(extended, std::ssize(nests));
}

TEST(Nest, RepetitionsOneByOneMakeALoop) {
    for (const Nest& one :
         {Nest(100, 8, {}), Nest(100, 8, {{5, 16}}), Nest(100, 8, {{2, 200}, {5, 16}})}) {
        for (const std::int64_t pitch : {600, 1000}) {
            Nest all = one;
            for (std::int64_t i = 1; i < 50; ++i) ASSERT_TRUE(all.extend(one.moved(i * pitch)));
            Loops loops = {{50, pitch}};
            loops.insert(loops.end(), one.loops().begin(), one.loops().end());
            EXPECT_EQ(all, Nest(100, 8, loops));
        }
    }
}

TEST(Nest, WhatLiesSideBySideBecomesOneRunOrOneLoop) {
    Nest run(0, 8, {});
    EXPECT_TRUE(run.extend(Nest(8, 4, {})));
    EXPECT_EQ(run, Nest(0, 12, {}));
    Nest loop(0, 8, {{3, 16}});
    EXPECT_TRUE(loop.extend(Nest(48, 8, {{5, 16}})));
    EXPECT_EQ(loop, Nest(0, 8, {{8, 16}}));
    EXPECT_FALSE(Nest(0, 8, {}).extend(Nest(4, 8, {})));
    EXPECT_FALSE(Nest(100, 8, {}).extend(Nest(0, 8, {})));
}

TEST(Nest, ABillionRowsCostNoMoreThanOne) {
    const Nest nest(0, 8, {{1'000'000, 1 << 20}, {1000, 64}});
    EXPECT_EQ(nest.bytes(), 8'000'000'000);
    EXPECT_EQ(nest.bytes_below(std::int64_t{999'999} << 20), 999'999 * 8000LL);
    EXPECT_EQ(nest.offset_of(999'999 * 8000LL + 17), (std::int64_t{999'999} << 20) + 2 * 64 + 1);
}

}  // namespace
}  // namespace weft::region

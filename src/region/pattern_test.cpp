// SPDX-License-Identifier: BSD-3-Clause
// All small patterns against plain nested loops.
#include "region/pattern.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weft::region {
namespace {

using Addresses = std::vector<std::int64_t>;

Addresses visited(const Pattern& pattern, std::int64_t from, std::int64_t to) {
    Addresses result;
    pattern.visit(from, to,
                  [&](std::int64_t displacement, std::int64_t stride, std::int64_t count) {
                      for (std::int64_t i = 0; i < count; ++i)
                          result.push_back(displacement + i * stride);
                  });
    return result;
}

void expect_stream(const Pattern& pattern, const Addresses& expected) {
    const auto count = static_cast<std::int64_t>(expected.size());
    ASSERT_EQ(pattern.element_count(), count);
    for (std::int64_t from = 0; from <= count; ++from) {
        for (std::int64_t to = from; to <= count; ++to) {
            ASSERT_EQ(visited(pattern, from, to),
                      Addresses(expected.begin() + from, expected.begin() + to));
        }
    }
}

Addresses by_loops(const Loops& loops, std::int64_t displacement) {
    Addresses starts = {displacement};
    for (const Loop& loop : loops) {
        Addresses next;
        for (const std::int64_t start : starts) {
            for (std::int64_t i = 0; i < loop.count; ++i) next.push_back(start + i * loop.pitch);
        }
        starts = next;
    }
    return starts;
}

TEST(Pattern, LoopsInAnyOrderAgreeWithPlainLoops) {
    for (std::int64_t a = 0; a <= 3; ++a) {
        for (std::int64_t b = 0; b <= 3; ++b) {
            for (const std::int64_t outer : {-8, 0, 4, 12, 16}) {
                for (const std::int64_t inner : {-4, 0, 4, 8, 40}) {
                    const Loops loops = {{a, outer}, {b, inner}};
                    expect_stream(Pattern::elements(loops, 3), by_loops(loops, 3));
                }
            }
        }
    }
}

TEST(Pattern, SequencesFollowTheOrderOfTheirParts) {
    const auto pair = std::make_shared<Pattern>(Pattern::elements({{2, 4}}));
    const auto single = std::make_shared<Pattern>(Pattern::elements({}, 1));
    const auto nothing = std::make_shared<Pattern>();
    const Pattern pattern = Pattern::sequence({{100, pair}, {0, nothing}, {0, single}, {50, pair}});
    expect_stream(pattern, {100, 104, 1, 50, 54});
    expect_stream(pattern.repeated(2, 1000), {100, 104, 1, 50, 54, 1100, 1104, 1001, 1050, 1054});
}

TEST(Pattern, EqualPartsAtEqualDistancesBecomeALoop) {
    const auto element = std::make_shared<Pattern>(Pattern::elements({}));
    std::vector<Pattern::Part> parts;
    for (int i = 0; i < 1000; ++i) parts.push_back({i * 24, element});
    EXPECT_EQ(Pattern::sequence(parts), Pattern::elements({{1000, 24}}));
}

TEST(Pattern, ARegularRowWithinASequenceIsFoldedInPlace) {
    const auto element = std::make_shared<Pattern>(Pattern::elements({}));
    const Pattern pattern = Pattern::sequence({{7, element},
                                               {100, element},
                                               {104, element},
                                               {108, element},
                                               {112, element},
                                               {3, element}});
    expect_stream(pattern, {7, 100, 104, 108, 112, 3});
}

bool share_a_byte(const Pattern& pattern, std::int64_t element_bytes) {
    Addresses addresses;
    pattern.visit(0, pattern.element_count(),
                  [&](std::int64_t at, std::int64_t stride, std::int64_t count) {
                      for (std::int64_t i = 0; i < count; ++i) addresses.push_back(at + i * stride);
                  });
    std::ranges::sort(addresses);
    for (std::size_t i = 1; i < addresses.size(); ++i) {
        if (addresses[i] - addresses[i - 1] < element_bytes) return true;
    }
    return false;
}

TEST(Pattern, ElementsThatShareAByteAreNeverOverlooked) {
    for (const std::int64_t outer : {-40, -8, 0, 3, 4, 8, 12, 40}) {
        for (const std::int64_t inner : {-12, -4, 0, 2, 4, 8}) {
            for (const std::int64_t count : {1, 2, 3}) {
                const Pattern row = Pattern::elements({{count, inner}}, 5);
                const Pattern rows = row.repeated(3, outer);
                EXPECT_LE(share_a_byte(rows, 4), rows.may_overlap(4)) << outer << ' ' << inner;
                const auto part = std::make_shared<Pattern>(row);
                const Pattern pair =
                    Pattern::sequence({{outer, part}, {0, std::make_shared<Pattern>(rows)}});
                EXPECT_LE(share_a_byte(pair, 4), pair.may_overlap(4)) << outer << ' ' << inner;
            }
        }
    }
}

TEST(Pattern, UsualBuffersDoNotOverlap) {
    EXPECT_FALSE(Pattern::elements({{10, 44}, {10, 4}}).may_overlap(4));  // with ghost cells
    EXPECT_FALSE(Pattern::elements({{10, 4}, {10, 40}}).may_overlap(4));  // transposed
    EXPECT_FALSE(Pattern::elements({{10, -4}}, 36).may_overlap(4));       // backwards
    EXPECT_FALSE(Pattern().may_overlap(4));
    const auto row = std::make_shared<Pattern>(Pattern::elements({{3, 4}}));
    EXPECT_FALSE(Pattern::sequence({{20, row}, {0, row}, {100, row}}).may_overlap(4));
    EXPECT_TRUE(Pattern::elements({{10, 0}}).may_overlap(4));  // one place for all
}

TEST(Pattern, DenseMeansSideBySide) {
    EXPECT_TRUE(Pattern::elements({{10, 40}, {10, 4}}).is_dense(4));
    EXPECT_FALSE(Pattern::elements({{10, 44}, {10, 4}}).is_dense(4));
    EXPECT_TRUE(Pattern::elements({}).is_dense(8));
}

TEST(Pattern, PartsOfARowAreDense) {
    const Pattern rows = Pattern::elements({{3, 100}, {10, 44}, {10, 4}}, 7);
    EXPECT_EQ(rows.dense_part(0, 10, 4), 7);
    EXPECT_EQ(rows.dense_part(113, 120, 4), 7 + 100 + 44 + 12);
    EXPECT_EQ(rows.dense_part(299, 300, 4), 7 + 200 + 9 * 44 + 9 * 4);
    EXPECT_EQ(rows.dense_part(9, 11, 4), std::nullopt) << "in two rows";
    EXPECT_EQ(rows.dense_part(0, 2, 8), std::nullopt) << "other elements";
    const Pattern apart = Pattern::elements({{5, 8}});
    EXPECT_EQ(apart.dense_part(2, 3, 4), 16);
    EXPECT_EQ(apart.dense_part(2, 4, 4), std::nullopt);
    EXPECT_EQ(Pattern::elements({}, 5).dense_part(0, 1, 4), 5);
    const auto row = std::make_shared<Pattern>(Pattern::elements({{3, 4}}));
    EXPECT_EQ(Pattern::sequence({{20, row}, {0, row}, {100, row}}).dense_part(0, 3, 4),
              std::nullopt);
}

}  // namespace
}  // namespace weft::region

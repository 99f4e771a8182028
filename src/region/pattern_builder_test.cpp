// SPDX-License-Identifier: BSD-3-Clause
// Patterns that are built of blocks, compared with plain lists of their elements, for all ranges.
#include "region/pattern_builder.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/test_seeds.hpp"

namespace weft::region {
namespace {

using Places = std::vector<std::int64_t>;

Places places_by_visit(const Pattern& pattern, std::int64_t from, std::int64_t to) {
    Places places;
    pattern.visit(from, to,
                  [&](std::int64_t displacement, std::int64_t stride, std::int64_t count) {
                      for (std::int64_t i = 0; i < count; ++i)
                          places.push_back(displacement + i * stride);
                  });
    return places;
}

/// Rows that touch, repeat each other's distance, overlap or go back, of one pitch or of several.
struct Random {
    explicit Random(std::uint64_t seed) : random(seed) {}
    std::int64_t upto(std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most)(random);
    }

    void add_blocks() {
        const std::int64_t count = upto(80);
        const std::int64_t regular = upto(20);
        const std::int64_t length = upto(3);
        const std::int64_t pitch = 1 + upto(1);
        std::int64_t at = upto(2) - 1;
        for (std::int64_t i = 0; i < count; ++i) {
            at += i % 21 < regular ? 4 : upto(9) - 2;
            add_row(at, i % 21 < regular ? length : upto(3), pitch);
        }
        if (upto(3) == 0) {
            const Pattern block = Pattern::elements({{1 + upto(3), 7}, {2, 1}});
            builder.add(at, std::make_shared<const Pattern>(block));
            for (const std::int64_t place : places_by_visit(block, 0, block.element_count()))
                wanted.push_back(at + place);
        }
    }
    void add_row(std::int64_t at, std::int64_t count, std::int64_t pitch) {
        builder.add_row(at, count, pitch);
        for (std::int64_t i = 0; i < count; ++i) wanted.push_back(at + i * pitch);
    }

    std::mt19937_64 random;
    PatternBuilder builder{10};
    Places wanted;
};

TEST(PatternBuilder, ElementsAreThoseOfTheBlocks) {
    for (const std::uint64_t seed : test_seeds(400)) {
        SCOPED_TRACE(replay_of(seed));
        Random made(seed);
        for (std::int64_t parts = 1 + made.upto(2); parts > 0; --parts) made.add_blocks();
        const Pattern pattern = made.builder.finish();
        const auto count = std::ssize(made.wanted);
        ASSERT_EQ(pattern.element_count(), count);
        ASSERT_EQ(places_by_visit(pattern, 0, count), made.wanted);
        for (std::int64_t from = 0; from < count; from += 1 + count / 30)
            for (std::int64_t to = from + 1; to <= count; to += 1 + count / 30)
                ASSERT_EQ(places_by_visit(pattern, from, to),
                          Places(made.wanted.begin() + from, made.wanted.begin() + to));
        const Pattern twice = pattern.repeated(2, 1000).moved(3);
        Places both;
        for (const std::int64_t base : {3, 1003})
            for (const std::int64_t place : made.wanted) both.push_back(base + place);
        ASSERT_EQ(places_by_visit(twice, 0, 2 * count), both);
    }
}

TEST(PatternBuilder, FindsLoops) {
    PatternBuilder rows(1000);
    for (std::int64_t i = 0; i < 1000; ++i) rows.add_row(12 * i, 4, 1);
    EXPECT_EQ(rows.finish(), Pattern::elements({{1000, 12}, {4, 1}}));
    PatternBuilder dense(1000);
    for (std::int64_t i = 0; i < 1000; ++i) dense.add_row(4 * i, 4, 1);
    EXPECT_EQ(dense.finish(), Pattern::elements({{4000, 1}}));
    PatternBuilder irregular(1000);
    for (std::int64_t i = 0; i < 1000; ++i) irregular.add_row(i * i, 1 + i % 2, 1);
    const Pattern pattern = irregular.finish();
    ASSERT_NE(pattern.rows(), nullptr);
    EXPECT_EQ(pattern.rows()->size(), 999U);  // those at 0 and 1 touch
    EXPECT_EQ(PatternBuilder(0).finish(), Pattern());
}

TEST(PatternBuilder, TellsWhatMayOverlap) {
    PatternBuilder apart(100);
    PatternBuilder over(100);
    for (std::int64_t i = 0; i < 100; ++i) {
        apart.add_row((i * 37 % 100) * 10 + i % 2, 8, 1);
        over.add_row((i * 37 % 100) * 10 + i % 2, 10, 1);
    }
    EXPECT_FALSE(apart.finish().may_overlap(1));
    EXPECT_TRUE(over.finish().may_overlap(1));
}

}  // namespace
}  // namespace weft::region

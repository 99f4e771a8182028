// SPDX-License-Identifier: BSD-3-Clause
// Patterns with overlapping blocks, and views of them, compared with plain walks.
#include "region/interleaved_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "base/test_seeds.hpp"
#include "region/interleaved_view.hpp"
#include "region/pattern_builder.hpp"
#include "region/test_shapes.hpp"

namespace weft::region {
namespace {

using Offsets = std::vector<std::int64_t>;

Offsets offsets_by_walk(const Pattern& pattern) {
    Offsets offsets;
    pattern.visit(0, pattern.element_count(),
                  [&](std::int64_t displacement, std::int64_t stride, std::int64_t count) {
                      for (std::int64_t i = 0; i < count; ++i)
                          offsets.push_back(displacement + i * stride);
                  });
    return offsets;
}

/// Checks that each shape rises, and that each byte of the stream is in exactly one of them;
/// returns the offsets.
Offsets offsets_in_shapes(const std::vector<FileShape>& shapes, std::int64_t bytes) {
    constexpr std::int64_t missing = std::numeric_limits<std::int64_t>::min();
    Offsets offsets(static_cast<std::size_t>(bytes), missing);
    for (const FileShape& shape : shapes) {
        ShapeByte last{missing, missing};
        for (const ShapeByte& byte : bytes_by_visit(shape, {0, shape.bytes()})) {
            EXPECT_GT(byte.offset, last.offset);
            EXPECT_GT(byte.memory, last.memory);
            std::int64_t& offset = offsets.at(static_cast<std::size_t>(byte.memory));
            EXPECT_EQ(offset, missing) << "a byte of memory is there twice";
            offset = byte.offset;
            last = byte;
        }
    }
    return offsets;
}

void expect_view(const InterleavedShapes& tile, const Offsets& offsets, std::int64_t extent) {
    const InterleavedView view{tile, extent};
    const std::int64_t bytes = tile.bytes;
    Offsets all;
    for (std::int64_t at = 0; at < 4 * bytes; ++at)
        all.push_back(at / bytes * extent + offsets[static_cast<std::size_t>(at % bytes)]);
    for (std::int64_t begin = 0; begin < bytes; begin += 1 + bytes / 5) {
        for (std::int64_t end = begin + 1; end <= 3 * bytes; end += 1 + bytes / 3) {
            const auto shapes = view.shapes_of({begin, end});
            ASSERT_TRUE(shapes.ok()) << shapes.status().context();
            ASSERT_EQ(offsets_in_shapes(shapes.value(), end - begin),
                      Offsets(all.begin() + begin, all.begin() + end));
        }
    }
    for (std::int64_t at = 0; at < 3 * bytes; ++at)
        ASSERT_EQ(view.offset_of(at), all[static_cast<std::size_t>(at)]);
    for (std::int64_t offset = tile.base(); offset < tile.base() + extent; ++offset) {
        const auto first =
            std::ranges::find_if(all, [&](std::int64_t place) { return place >= offset; });
        if (first == all.end()) break;
        ASSERT_EQ(view.first_from(offset), first - all.begin()) << offset;
    }
}

/// Blocks at every level begin where the one before them does, or behind.
Pattern random_rising(std::mt19937_64& random, int levels) {
    const auto upto = [&](std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most)(random);
    };
    if (levels == 0 && upto(1) == 0) return Pattern::elements({{1 + upto(4), 1}});
    if (levels == 0) {
        PatternBuilder rows(5);
        const std::int64_t pitch = upto(3);
        std::int64_t place = 0;
        for (std::int64_t count = 1 + upto(4); count > 0; --count, place += upto(5))
            rows.add_row(place, 1 + upto(3), pitch);
        return rows.finish();
    }
    if (upto(1) == 0)
        return random_rising(random, levels - 1).repeated(1 + upto(5), upto(6)).moved(upto(3));
    std::vector<Pattern::Part> parts;
    std::int64_t at = 0;
    for (std::int64_t count = 1 + upto(5); count > 0; --count) {
        auto member = std::make_shared<const Pattern>(random_rising(random, levels - 1));
        const Offsets inside = offsets_by_walk(*member);
        parts.push_back({at - *std::ranges::min_element(inside), std::move(member)});
        at += upto(7);
    }
    return Pattern::sequence(std::move(parts));
}

TEST(InterleavedShapes, RandomPatternsAgreeWithPlainWalks) {
    for (const std::uint64_t seed : test_seeds(300)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const Pattern pattern = random_rising(random, 1 + static_cast<int>(seed % 3));
        const Result<InterleavedShapes> interleaved = interleaved_shapes_of(pattern);
        ASSERT_TRUE(interleaved.ok()) << interleaved.status().context();
        const Offsets offsets = offsets_by_walk(pattern);
        ASSERT_EQ(interleaved.value().bytes, std::ssize(offsets));
        ASSERT_EQ(offsets_in_shapes(interleaved.value().shapes, interleaved.value().bytes),
                  offsets);
        for (const std::int64_t extent : {std::int64_t{1}, std::int64_t{5}, offsets.back() + 9})
            if (offsets.size() < 400) expect_view(interleaved.value(), offsets, extent);
    }
}

TEST(InterleavedShapes, AreAsManyAsBlocksOverlap) {
    // A window of four bytes that moves on by one.
    const Result<InterleavedShapes> windows =
        interleaved_shapes_of(Pattern::elements({{1'000'000, 1}, {4, 1}}));
    EXPECT_EQ(windows.value().shapes.size(), 4U);
    // A list of blocks that each reach into the next.
    std::vector<Pattern::Part> parts;
    auto block = std::make_shared<const Pattern>(Pattern::elements({{10, 1}}));
    for (std::int64_t i = 0; i < 1000; ++i) parts.push_back({7 * i + i % 2, block});
    EXPECT_EQ(interleaved_shapes_of(Pattern::sequence(parts)).value().shapes.size(), 2U);
}

TEST(InterleavedShapes, WhatFallsIsRefused) {
    EXPECT_EQ(interleaved_shapes_of(Pattern::elements({{2, -4}, {4, 1}})).code(), Code::einval);
    auto byte = std::make_shared<const Pattern>(Pattern::elements({}));
    auto pair = std::make_shared<const Pattern>(Pattern::elements({{2, 1}}));
    EXPECT_EQ(interleaved_shapes_of(Pattern::sequence({{8, byte}, {0, pair}})).code(),
              Code::einval);
    // A byte that is read more often than is allowed.
    EXPECT_EQ(interleaved_shapes_of(Pattern::elements({{2'000'000, 0}})).code(), Code::einval);
}

}  // namespace
}  // namespace weft::region

// SPDX-License-Identifier: BSD-3-Clause
// Ranges of small views, also of ones whose repetitions interleave, against plain loops.
#include "region/file_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "region/test_shapes.hpp"

namespace weft::region {
namespace {

/// Bytes in the order of the view: the byte of the stream's position is the one of memory.
std::vector<std::int64_t> offsets_by_loops(const SampleShape& tile, std::int64_t extent,
                                           Interval part) {
    std::vector<std::int64_t> offsets;
    const auto bytes = std::ssize(tile.bytes);
    for (std::int64_t at = part.begin; at < part.end; ++at) {
        const ShapeByte& byte = *std::ranges::find(tile.bytes, at % bytes, &ShapeByte::memory);
        offsets.push_back(at / bytes * extent + byte.offset);
    }
    return offsets;
}

std::vector<std::int64_t> offsets_of(const std::vector<FileShape>& shapes, Interval part) {
    constexpr std::int64_t missing = -1;
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(part.length()), missing);
    for (const FileShape& shape : shapes) {
        const ShapeBytes bytes = bytes_by_visit(shape, {0, shape.bytes()});
        expect_plain_loops({shape, bytes});
        for (const ShapeByte& byte : bytes) {
            std::int64_t& offset = offsets.at(static_cast<std::size_t>(byte.memory));
            EXPECT_EQ(offset, missing) << "a byte of memory is there twice";
            offset = byte.offset;
        }
    }
    return offsets;
}

void expect_all_ranges(const SampleShape& tile, std::int64_t extent, std::int64_t most) {
    const std::int64_t bytes = tile.shape.bytes();
    for (std::int64_t begin = 0; begin <= bytes; ++begin) {
        for (std::int64_t end = begin; end <= most; ++end) {
            const auto shapes = shapes_of({tile.shape, extent}, {begin, end});
            ASSERT_TRUE(shapes.ok()) << shapes.status().context();
            ASSERT_EQ(offsets_of(shapes.value(), {begin, end}),
                      offsets_by_loops(tile, extent, {begin, end}));
        }
    }
}

TEST(FileView, AllRangesAtAllExtentsAgreeWithPlainLoops) {
    // A list's runs lie in whole elements; its memory is not that of a view, which is its stream.
    for (const SampleShape& tile :
         {sample_nest(0, 1, {}), sample_nest(5, 3, {}), sample_nest(4, 1, {{2, 3}}),
          sample_nest(0, 2, {{2, 4}}), sample_nest(1, 1, {{2, 5}, {2, 2}})}) {
        for (std::int64_t extent = 1; extent <= tile.shape.end() + 2; ++extent)
            expect_all_ranges(tile, extent, 4 * tile.shape.bytes() + 1);
    }
}

TEST(FileView, OneShapeWhereRepetitionsRise) {
    const FileShape column(Nest(8, 4, {{100, 400}}));
    const auto shapes = shapes_of({column, 40'000}, {300, 100'000});
    ASSERT_TRUE(shapes.ok());
    EXPECT_EQ(shapes.value().size(), 1U);
    const auto run = shapes_of({Nest(8, 4, {}), 4}, {300, 100'000});
    EXPECT_EQ(*run.value().front().nest(), Nest(308, 99'700, {}));
}

TEST(FileView, AsManyShapesAsRepetitionsInterleave) {
    // Columns of a matrix of 100 rows, one behind the other: each is a shape of its own.
    const FileShape column(Nest(0, 4, {{100, 400}}));
    EXPECT_EQ(shapes_of({column, 4}, {0, 400 * 7}).value().size(), 7U);
    // Every third repetition is clear of the one before.
    const FileShape tile(Nest(0, 1, {{3, 10}}));
    EXPECT_EQ(shapes_of({tile, 8}, {0, 3'000'000}).value().size(), 3U);
}

TEST(FileView, WhatCannotBeIsRefused) {
    const FileShape tile(Nest(0, 1, {{3, 10}}));
    EXPECT_TRUE(shapes_of({tile, 1}, {6, 6}).value().empty());
    EXPECT_EQ(shapes_of({tile, 0}, {0, 3}).code(), Code::einval);
    EXPECT_EQ(shapes_of({tile, -5}, {0, 3}).code(), Code::einval);
    constexpr std::int64_t large = std::int64_t{1} << 62;
    EXPECT_EQ(shapes_of({tile, large}, {0, 9}).code(), Code::einval);
    EXPECT_EQ(shapes_of({tile, large}, {0, 6}).value().size(), 1U);
    EXPECT_EQ(shapes_of({tile, 100}, {large, large + 1}).code(), Code::einval);
    EXPECT_EQ(shapes_of({tile, 20}, {INT64_MAX - 2, INT64_MAX}).code(), Code::einval);
}

}  // namespace
}  // namespace weft::region

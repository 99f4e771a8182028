// SPDX-License-Identifier: BSD-3-Clause
// Small shapes repeated, and tiles in tiles, against plain loops.
#include "region/tile.hpp"

#include <gtest/gtest.h>

#include "region/cut.hpp"
#include "region/test_shapes.hpp"

namespace weft::region {
namespace {

TEST(Tile, AgreesWithPlainLoopsForAllSmallShapes) {
    for (const SampleShape& leaf : small_leaves())
        for (const SampleShape& tile : small_tiles(leaf)) expect_plain_loops(tile);
}

TEST(Tile, OfACutOfATileIsAsGood) {
    for (const SampleShape& leaf : {sample_nest(3, 1, {{2, 3}}), sample_list()}) {
        for (const SampleShape& tile : small_tiles(leaf)) {
            const std::int64_t bytes = tile.shape.bytes();
            for (std::int64_t from = 0; from < std::min<std::int64_t>(bytes, 3); ++from) {
                const SampleShape cut = sample_cut(tile, {from, bytes - from / 2}, -from);
                for (const SampleShape& of_cut : small_tiles(cut)) expect_plain_loops(of_cut);
            }
        }
    }
}

TEST(Tile, OfATileOfAListIsAsGood) {
    for (const SampleShape& tile : small_tiles(sample_list()))
        if (!tile.shape.empty())
            for (const SampleShape& of_tile : small_tiles(tile)) expect_plain_loops(of_tile);
}

TEST(Tile, OfANestIsANest) {
    const FileShape tile = Tile::of(Nest(7, 2, {{3, 5}}), {4, 100}).value();
    ASSERT_NE(tile.nest(), nullptr);
    EXPECT_EQ(*tile.nest(), Nest(7, 2, {{4, 100}, {3, 5}}));
    EXPECT_EQ(*Tile::of(Nest(7, 20, {}), {1'000'000, 20}).value().nest(), Nest(7, 20'000'000, {}));
}

void expect_refused(const FileShape& tile, Loop extents, const std::string& word) {
    const Result<FileShape> shape = Tile::of(tile, extents);
    ASSERT_EQ(shape.code(), Code::einval);
    EXPECT_NE(shape.status().context().find(word), std::string::npos) << shape.status().context();
}

TEST(Tile, RepetitionsThatDoNotRiseAreRefused) {
    const FileShape tile(Nest(100, 1, {{2, 4}}));
    EXPECT_TRUE(Tile::of(tile, {2, 5}).ok());
    EXPECT_TRUE(Tile::of(tile, {1, 1}).ok()) << "one alone has nobody to meet";
    expect_refused(tile, {2, 4}, "interleave");
    expect_refused(tile, {2, 1}, "interleave");
    expect_refused(tile, {2, 0}, "not possible");
    expect_refused(tile, {-1, 5}, "not possible");
    constexpr std::int64_t large = std::int64_t{1} << 62;
    expect_refused(tile, {3, large}, "2^63 - 1");
    expect_refused(tile, {large, 5}, "2^63 - 1");
    EXPECT_TRUE(Tile::of(tile, {2, large}).ok());
}

TEST(Tile, ABillionRepetitionsCostNoMoreThanOne) {
    const FileShape rows = Cut::of(Nest(0, 8, {{1000, 64}}), {4, 7996});
    const FileShape tile = Tile::of(rows, {1'000'000'000, 1 << 20}).value();
    const std::int64_t position = 999'999'999LL * 7992 + 6;
    EXPECT_EQ(tile.offset_of(position), (std::int64_t{999'999'999} << 20) + 64 + 2);
    EXPECT_EQ(tile.bytes_below(tile.offset_of(position)), position);
    EXPECT_EQ(tile.run_of(position), 999'999'999LL * 1000 + 1);
    std::int64_t groups = 0;
    tile.visit(position, position + 7992, [&](const RunGroup&) { ++groups; });
    EXPECT_LE(groups, 8);
}

TEST(Tile, FormsOfShapesInShapesTakeNoLongerThanTheirLevels) {
    FileShape shape(Nest(0, 8, {{4, 16}}));
    for (int level = 0; level < 30; ++level) {
        shape = Tile::of(shape, {2, shape.end()}).value();
        shape = Cut::of(shape, {1, shape.bytes() / 2 + 2});
    }
    EXPECT_EQ(shape.run_of(shape.bytes() - 1), shape.runs() - 1);
    EXPECT_EQ(shape.bytes_below(shape.offset_of(5)), 5);
}

}  // namespace
}  // namespace weft::region

// SPDX-License-Identifier: BSD-3-Clause
#include "region/chain.hpp"

#include <gtest/gtest.h>

#include "region/form.hpp"
#include "region/test_shapes.hpp"

namespace weft::region {
namespace {

TEST(Chain, AgreesWithPlainLoops) {
    for (const SampleShape& leaf : small_leaves()) {
        expect_plain_loops(small_chain(leaf));
        expect_plain_loops(small_chain(small_chain(leaf)));
        for (const SampleShape& tile : small_tiles(leaf))
            if (tile.shape.bytes() > 0) expect_plain_loops(small_chain(tile));
        expect_plain_loops(sample_cut(small_chain(leaf), {1, leaf.shape.bytes() + 3}, 4));
    }
}

TEST(Chain, IsRepeatedAsATile) {
    for (const SampleShape& tile : small_tiles(small_chain(sample_nest(4, 2, {{2, 3}}))))
        expect_plain_loops(tile);
}

TEST(Chain, IsTheSimplestShapeThatItCanBe) {
    const FileShape rows(Nest(100, 8, {{1000, 20}}));
    const FileShape block(Nest(50'000, 8, {}));
    EXPECT_TRUE(Chain::of({}).value().empty());
    EXPECT_EQ(*Chain::of({FileShape(), rows}).value().nest(), *rows.nest());
    const FileShape list = Chain::of({block, block.moved(10), block.moved(18)}).value();
    ASSERT_TRUE(list.is_list());
    EXPECT_EQ(list.runs(), 2) << "those that touch are one";
    const FileShape both = Chain::of({rows, block, block.moved(20), rows.moved(60'000)}).value();
    ASSERT_NE(form_as<Chain>(both), nullptr);
    EXPECT_EQ(form_as<Chain>(both)->members().size(), 3);
    EXPECT_EQ(both.runs(), 2002);
    EXPECT_EQ(both.listed_runs(), 4);
    EXPECT_EQ(both.bytes(), 16'016);
}

TEST(Chain, KeepsRunsOfAnyLengthAsTheyAre) {
    constexpr std::int64_t huge = std::int64_t{1} << 60;
    const FileShape both =
        Chain::of({FileShape(Nest(0, huge, {})), FileShape(Nest(huge + 1, huge, {}))}).value();
    EXPECT_EQ(both.runs(), 2);
    EXPECT_EQ(both.listed_runs(), 2);
    EXPECT_EQ(both.bytes(), 2 * huge);
}

TEST(Chain, RefusesShapesThatDoNotRise) {
    const FileShape rows(Nest(100, 8, {{1000, 20}}));
    EXPECT_TRUE(Chain::of({rows, rows.moved(19'988)}).ok());
    EXPECT_EQ(Chain::of({rows, rows.moved(19'987)}).code(), Code::einval);
    EXPECT_EQ(Chain::of({rows, rows.moved(10)}).code(), Code::einval) << "interleaved";
}

}  // namespace
}  // namespace weft::region

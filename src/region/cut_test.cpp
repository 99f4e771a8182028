// SPDX-License-Identifier: BSD-3-Clause
// All parts of small shapes against plain loops.
#include "region/cut.hpp"

#include <gtest/gtest.h>

#include "region/form.hpp"
#include "region/run_list.hpp"
#include "region/test_shapes.hpp"

namespace weft::region {
namespace {

template <class Use>
void for_each_cut(const SampleShape& whole, Use&& use) {
    for (std::int64_t from = 0; from < whole.shape.bytes(); ++from) {
        for (std::int64_t to = from; to <= whole.shape.bytes(); ++to) {
            for (const std::int64_t shift : {std::int64_t{0}, -from, std::int64_t{5}})
                use(sample_cut(whole, {from, to}, shift));
        }
    }
}

TEST(Cut, AgreesWithPlainLoopsForAllPartsOfSmallShapes) {
    for (const SampleShape& leaf : small_leaves())
        for_each_cut(leaf, [](const SampleShape& cut) { expect_plain_loops(cut); });
}

TEST(Cut, OfACutAndOfATileIsAsGood) {
    for (const SampleShape& leaf : small_leaves()) {
        for_each_cut(leaf, [](const SampleShape& cut) {
            const std::int64_t bytes = cut.shape.bytes();
            if (bytes > 2) expect_plain_loops(sample_cut(cut, {1, bytes - 1}, -1));
        });
    }
    for (const SampleShape& leaf : {sample_nest(4, 2, {{2, 3}}), sample_list()}) {
        for (const SampleShape& tile : small_tiles(leaf))
            for_each_cut(tile, [](const SampleShape& cut) { expect_plain_loops(cut); });
    }
}

TEST(Cut, IsTheSimplestShapeThatItCanBe) {
    const FileShape nest(Nest(100, 8, {{10, 20}}));
    EXPECT_TRUE(Cut::of(nest, {3, 3}).empty());
    ASSERT_NE(Cut::of(nest, {0, 80}).nest(), nullptr);
    EXPECT_EQ(*Cut::of(nest, {0, 80}).nest(), *nest.nest());
    ASSERT_NE(Cut::of(nest, {18, 22}, -18).nest(), nullptr);
    EXPECT_EQ(*Cut::of(nest, {18, 22}, -18).nest(), Nest(142, 4, {}));
    EXPECT_EQ(Cut::of(nest, {18, 22}).nest(), nullptr) << "its memory begins at 18";

    const FileShape of_cut = Cut::of(Cut::of(nest, {5, 70}), {10, 40});
    ASSERT_NE(form_as<Cut>(of_cut), nullptr);
    EXPECT_NE(form_as<Cut>(of_cut)->whole().nest(), nullptr);
    EXPECT_EQ(form_as<Cut>(of_cut)->part(), (Interval{15, 45}));
}

TEST(Cut, OfABillionRowsCostsNoMoreThanOfOne) {
    const FileShape nest(Nest(0, 8, {{1'000'000, 1 << 20}, {1000, 64}}));
    const FileShape cut = Cut::of(nest, {5, 7'999'999'999});
    EXPECT_EQ(cut.base(), 5);
    EXPECT_EQ(cut.end(), nest.end() - 1);
    EXPECT_EQ(cut.runs(), 1'000'000'000);
    EXPECT_EQ(cut.bytes_below(std::int64_t{999'999} << 20), 999'999 * 8000LL - 5);
    std::int64_t groups = 0;
    cut.visit(cut.bytes() - 20'000, cut.bytes(), [&](const RunGroup&) { ++groups; });
    EXPECT_LE(groups, 6);
}

}  // namespace
}  // namespace weft::region

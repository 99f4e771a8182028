// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/beyond.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <utility>

namespace weft::hdf5 {
namespace {

using Numbers = std::vector<std::int64_t>;

DescribedVariable variable_of(int type, Numbers lengths) {
    DescribedVariable its{.name = "v", .type = {.number = type}};
    its.storage.lengths = std::move(lengths);
    return its;
}

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

/// A chunk of ones, after that.
std::vector<std::byte> chunk_after(const DescribedVariable& variable, const chunks::Grid& grid,
                                   std::int64_t number) {
    std::vector<std::byte> chunk(static_cast<std::size_t>(grid.chunk_bytes()), std::byte{1});
    Beyond(variable, grid).set(number, chunk);
    return chunk;
}

TEST(Beyond, SetsWhatIsBehindTheEndOfAnyDimension) {
    const auto grid = chunks::Grid::make({6, 6}, {3, 4}, 1);
    ASSERT_TRUE(grid.ok());
    DescribedVariable its = variable_of(1, {2, 5});
    its.storage.fill = bytes_of({7});
    EXPECT_EQ(chunk_after(its, grid.value(), 0), bytes_of({1, 1, 1, 1, 1, 1, 1, 1, 7, 7, 7, 7}));
    EXPECT_EQ(chunk_after(its, grid.value(), 1), bytes_of({1, 7, 7, 7, 1, 7, 7, 7, 7, 7, 7, 7}));
    EXPECT_EQ(chunk_after(its, grid.value(), 2), std::vector<std::byte>(12, std::byte{7}));
    its.storage.lengths = {9, 2};
    EXPECT_EQ(chunk_after(its, grid.value(), 0), bytes_of({1, 1, 7, 7, 1, 1, 7, 7, 1, 1, 7, 7}));
    its.storage.lengths = {};
    EXPECT_EQ(chunk_after(its, grid.value(), 3), std::vector<std::byte>(12, std::byte{1}));
}

TEST(Beyond, FillsThePartOfAChunkThatIsWithinTheArray) {
    const auto grid = chunks::Grid::make({5, 6}, {3, 4}, 1);
    ASSERT_TRUE(grid.ok());
    const auto filled = [&](std::int64_t number) {
        std::vector<std::byte> chunk(12, std::byte{1});
        repeat_within(grid.value().lengths_within(number), grid.value().chunk(), bytes_of({7}),
                      chunk);
        return chunk;
    };
    EXPECT_EQ(filled(0), std::vector<std::byte>(12, std::byte{7}));
    EXPECT_EQ(filled(1), bytes_of({7, 7, 1, 1, 7, 7, 1, 1, 7, 7, 1, 1}));
    EXPECT_EQ(filled(2), bytes_of({7, 7, 7, 7, 7, 7, 7, 7, 1, 1, 1, 1}));
    EXPECT_EQ(filled(3), bytes_of({7, 7, 1, 1, 7, 7, 1, 1, 1, 1, 1, 1}));
}

TEST(Beyond, HasTheDefaultOfTheTypeInTheOrderOfTheFile) {
    const auto grid = chunks::Grid::make({4}, {2}, 2);
    ASSERT_TRUE(grid.ok());
    // -32767
    DescribedVariable its = variable_of(3, {1});
    EXPECT_EQ(chunk_after(its, grid.value(), 0), bytes_of({1, 1, 0x01, 0x80}));
    its.type.is_little_endian = false;
    EXPECT_EQ(chunk_after(its, grid.value(), 1), bytes_of({0x80, 0x01, 0x80, 0x01}));
}

TEST(Beyond, HasTheDefaultOfAnEnumerationsIntegers) {
    const auto grid = chunks::Grid::make({4}, {2}, 2);
    ASSERT_TRUE(grid.ok());
    DescribedVariable its = variable_of(0, {0});
    its.type.foreign = {.type_class = model::TypeClass::enumeration,
                        .name = "kind_t",
                        .bytes = 2,
                        .base = types::External::uint16};
    EXPECT_EQ(chunk_after(its, grid.value(), 0), bytes_of({0xFF, 0xFF, 0xFF, 0xFF}));
}

}  // namespace
}  // namespace weft::hdf5

// SPDX-License-Identifier: BSD-3-Clause
#include "region/pattern_shape.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "region/pattern_builder.hpp"

namespace weft::region {
namespace {

std::vector<std::int64_t> bytes_in(const Pattern& pattern) {
    std::vector<std::int64_t> bytes;
    pattern.visit(0, pattern.element_count(),
                  [&](std::int64_t at, std::int64_t stride, std::int64_t count) {
                      for (std::int64_t i = 0; i < count; ++i) bytes.push_back(at + i * stride);
                  });
    return bytes;
}

std::vector<std::int64_t> bytes_in(const FileShape& shape) {
    std::vector<std::int64_t> bytes;
    for (std::int64_t i = 0; i < shape.bytes(); ++i) bytes.push_back(shape.offset_of(i));
    return bytes;
}

std::shared_ptr<const Pattern> shared(Pattern pattern) {
    return std::make_shared<const Pattern>(std::move(pattern));
}

Pattern block(std::int64_t bytes) {
    return Pattern::elements({{bytes, 1}});
}

TEST(PatternShape, HasTheBytesOfThePattern) {
    const Pattern irregular =
        Pattern::sequence({{5, shared(block(3))}, {9, shared(block(1))}, {20, shared(block(8))}});
    const std::vector<Pattern> patterns = {
        Pattern(),
        block(1),
        block(12),
        block(4).repeated(5, 16).moved(100),
        block(4).repeated(5, 16).repeated(3, 1000),
        block(4).repeated(3, 4),
        irregular,
        irregular.repeated(4, 30),
        irregular.repeated(2, 23).moved(7),
        Pattern::sequence({{0, shared(irregular)}, {50, shared(block(2).repeated(3, 10))}}),
        Pattern::sequence({{0, shared(block(4))}, {4, shared(block(8))}}).repeated(2, 12),
    };
    for (const Pattern& pattern : patterns) {
        const Result<FileShape> shape = shape_of(pattern);
        ASSERT_TRUE(shape.ok()) << shape.status().context();
        EXPECT_EQ(bytes_in(shape.value()), bytes_in(pattern));
    }
}

TEST(PatternShape, IsNotLargerThanThePattern) {
    const auto rows = shape_of(block(8).repeated(100'000'000, 64));
    ASSERT_TRUE(rows.ok());
    EXPECT_NE(rows.value().nest(), nullptr);
    EXPECT_EQ(rows.value().runs(), 100'000'000);
    const Pattern pair = Pattern::sequence({{0, shared(block(3))}, {7, shared(block(2))}});
    const auto pairs = shape_of(pair.repeated(100'000'000, 64));
    ASSERT_TRUE(pairs.ok());
    EXPECT_EQ(pairs.value().listed_runs(), 2);
    EXPECT_EQ(pairs.value().bytes(), 500'000'000);
}

TEST(PatternShape, OfAFewBlocksOfManyRowsHoldsTheBlocks) {
    const auto rows = shared(block(8).repeated(10'000'000, 64));
    const std::int64_t reach = 64 * 10'000'000;
    std::vector<Pattern::Part> parts;
    for (std::int64_t i = 0; i < 10; ++i) parts.push_back({i * reach + i * i, rows});
    const auto ten = shape_of(Pattern::sequence(parts).repeated(10, 20 * reach));
    ASSERT_TRUE(ten.ok()) << ten.status().context();
    EXPECT_EQ(ten.value().bytes(), 8'000'000'000);
    EXPECT_EQ(ten.value().listed_runs(), 10);
    EXPECT_EQ(ten.value().offset_of(8 * 30'000'000), 3 * reach + 9);
}

TEST(PatternShape, OfPartsInPartsIsAsLargeAsThese) {
    // The pattern of a block-cyclic array of many dimensions: whole blocks, and the rest.
    Pattern pattern = block(1);
    std::int64_t reach = 1;
    for (int dimension = 0; dimension < 8; ++dimension) {
        const std::int64_t whole = 10 * (reach + 1);
        pattern = Pattern::sequence({{0, shared(pattern.repeated(9, reach + 1))},
                                     {whole, shared(pattern.repeated(3, reach + 2))}});
        reach = whole + 5 * (reach + 2);
    }
    const auto shape = shape_of(pattern);
    ASSERT_TRUE(shape.ok()) << shape.status().context();
    EXPECT_EQ(shape.value().bytes(), 12LL * 12 * 12 * 12 * 12 * 12 * 12 * 12);
    EXPECT_LT(shape.value().listed_runs(), 5000);
}

TEST(PatternShape, RefusesBytesThatDoNotRise) {
    const std::vector<Pattern> patterns = {
        block(4).repeated(2, 3), block(4).repeated(2, 0), block(4).repeated(2, -8),
        Pattern::sequence({{8, shared(block(4))}, {0, shared(block(4))}}),
        Pattern::sequence({{0, shared(block(4))}, {2, shared(block(5))}})};
    for (const Pattern& pattern : patterns) EXPECT_EQ(shape_of(pattern).code(), Code::einval);
}

/// Such are the bytes of datatypes with an extent of their own: they do not lie side by side.
TEST(PatternShape, RowsOfAnyPitchAreTheirBytes) {
    for (const std::int64_t pitch : {1, 2, 3, 7}) {
        PatternBuilder rows(40);
        std::vector<std::int64_t> wanted;
        std::int64_t at = -5;
        for (std::int64_t i = 0; i < 40; ++i) {
            const std::int64_t length = 1 + i * i % 4;
            rows.add_row(at, length, pitch);
            for (std::int64_t byte = 0; byte < length; ++byte) wanted.push_back(at + byte * pitch);
            at += length * pitch + i % 3;
        }
        const Result<FileShape> shape = shape_of(rows.finish());
        ASSERT_TRUE(shape.ok()) << shape.status().context();
        ASSERT_EQ(shape.value().bytes(), std::ssize(wanted));
        for (std::size_t i = 0; i < wanted.size(); ++i)
            ASSERT_EQ(shape.value().offset_of(static_cast<std::int64_t>(i)), wanted[i]);
    }
    PatternBuilder falling(2);
    falling.add_row(10, 2, -1);
    falling.add_row(20, 3, -1);
    EXPECT_EQ(shape_of(falling.finish()).code(), Code::einval);
}

}  // namespace
}  // namespace weft::region

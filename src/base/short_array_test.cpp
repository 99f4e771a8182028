// SPDX-License-Identifier: BSD-3-Clause
#include "base/short_array.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/short_text.hpp"

namespace weft {
namespace {

using Array = ShortArray<std::int64_t, 3>;

Array counting(std::size_t size) {
    Array array(size);
    std::iota(array.begin(), array.end(), 1);
    return array;
}

void expect_counting(const Array& array, std::size_t size) {
    ASSERT_EQ(array.size(), size);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(array[i], static_cast<std::int64_t>(i) + 1);
}

TEST(ShortArray, BeginsWithZeros) {
    for (const std::size_t size : {0, 1, 3, 4, 20}) {
        const Array array(size);
        EXPECT_EQ(array.empty(), size == 0);
        EXPECT_EQ(std::count(array.begin(), array.end(), 0), static_cast<std::ptrdiff_t>(size));
    }
}

TEST(ShortArray, CopiesAndMovesBetweenAllLengths) {
    for (const std::size_t from : {0, 1, 3, 4, 20}) {
        for (const std::size_t to : {0, 2, 3, 5, 20}) {
            Array source = counting(from);
            Array target = counting(to);
            target = source;
            expect_counting(target, from);
            expect_counting(source, from);
            Array moved = counting(to);
            moved = std::move(source);
            expect_counting(moved, from);
            expect_counting(Array(std::move(moved)), from);
        }
    }
}

TEST(ShortArray, EqualMeansSameLengthAndValues) {
    EXPECT_EQ((Array{1, 2, 3, 4}), counting(4));
    EXPECT_NE(counting(3), counting(4));
    EXPECT_NE((Array{1, 5}), counting(2));
}

TEST(ShortArray, FewValuesNeedNoMemoryOfTheirOwn) {
    Array array = counting(3);
    const auto* const begin = reinterpret_cast<const std::byte*>(&array);
    const auto* const at = reinterpret_cast<const std::byte*>(array.data());
    EXPECT_TRUE(at >= begin && at < begin + sizeof array);
}

TEST(ShortText, IsWhatItWasMadeOfWithAZeroBehindIt) {
    for (const std::size_t length : {0, 1, 6, 7, 8, 9, 100}) {
        const std::string wanted(length, 'n');
        const ShortText<8> text(wanted);
        EXPECT_EQ(text, wanted);
        EXPECT_EQ(text.size(), length);
        EXPECT_EQ(text.empty(), length == 0);
        EXPECT_EQ(std::string_view(text.c_str()), wanted);
    }
    EXPECT_TRUE(ShortText<8>().empty());
    EXPECT_STREQ(ShortText<8>().c_str(), "");
}

TEST(ShortText, IsChangedByAssignment) {
    ShortText<8> text("a");
    for (const char* const next : {"a long one, on the heap", "short", "", "another long one"}) {
        text = next;
        EXPECT_EQ(text, next);
        const ShortText<8> copy = text;
        EXPECT_EQ(copy, text);
    }
    EXPECT_NE(text, ShortText<8>("another"));
}

TEST(ShortText, KeepsZerosOfItsOwn) {
    const std::string_view odd("a\0b", 3);
    EXPECT_EQ(ShortText<8>(odd), odd);
}

}  // namespace
}  // namespace weft

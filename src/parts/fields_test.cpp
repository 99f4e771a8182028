// SPDX-License-Identifier: BSD-3-Clause
#include "parts/fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft::parts {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(DividedText, LinesOfAStemAreLeftAside) {
    const DividedText divided =
        divided_at("id: 7\npart 0: a\npart 1: b\nparts: 2\nversion: 1\n", "part");
    EXPECT_EQ(divided.of_stem, "part 0: a\npart 1: b\n");
    EXPECT_EQ(divided.others, "id: 7\nparts: 2\nversion: 1\n");
}

TEST(DividedText, TheyMayBeginOrEndTheText) {
    EXPECT_EQ(divided_at("part 0: a\n", "part").of_stem, "part 0: a\n");
    EXPECT_EQ(divided_at("x\npart 0: a", "part").of_stem, "part 0: a");
    EXPECT_EQ(divided_at("part 0: a\nx", "part").others, "x");
    for (const char* none : {"", "\n", "\n\n", "parts: 1", "a part 0: b\n"}) {
        const DividedText divided = divided_at(none, "part");
        EXPECT_EQ(divided.of_stem, "") << none;
        EXPECT_EQ(divided.others, none);
    }
}

TEST(DividedText, WhatIsBetweenThemGoesWithThem) {
    const DividedText divided = divided_at("part 0: a\nid: 7\npart 1: b\nz", "part");
    EXPECT_EQ(divided.of_stem, "part 0: a\nid: 7\npart 1: b\n");
    EXPECT_EQ(divided.others, "z");
}

TEST(LineCount, CountsTheEndsOfLinesHoweverMany) {
    for (const std::size_t bytes : {0UL, 1UL, 31UL, 32UL, 33UL, 8159UL, 8160UL, 8161UL, 100000UL}) {
        EXPECT_EQ(line_count(std::string(bytes, '\n')), static_cast<std::int64_t>(bytes));
        std::string text(bytes, 'x');
        for (std::size_t i = 0; i < bytes; i += 3) text[i] = '\n';
        EXPECT_EQ(line_count(text), std::ranges::count(text, '\n')) << bytes;
    }
}

TEST(Fields, ListsOfOneNumberAndOfMany) {
    const auto numbers = [](const std::string& list) {
        return Fields("n: " + list + "\n").numbers("n");
    };
    EXPECT_EQ(numbers(""), Numbers());
    EXPECT_EQ(numbers("5"), Numbers({5}));
    EXPECT_EQ(numbers("12 12"), Numbers({12, 12}));
    EXPECT_EQ(numbers("12 12 12 13"), Numbers({12, 12, 12, 13}));
    EXPECT_EQ(numbers("1 11"), Numbers({1, 11}));
    EXPECT_EQ(numbers("11 1"), Numbers({11, 1}));
    EXPECT_EQ(numbers("1 1 1 "), Numbers({1, 1, 1}));
    for (const char* wrong : {"x x", "1 1x", "1  1", "1,1", " 1 1", "x"})
        EXPECT_EQ(numbers(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace weft::parts

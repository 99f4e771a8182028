// SPDX-License-Identifier: BSD-3-Clause
#include "stage/overlay.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"

namespace weft::stage {
namespace {

using Parts = std::vector<FilePart>;

TEST(Overlay, WritesAreInFileOrder) {
    EXPECT_EQ(in_file_order({{10, 5, 0}, {0, 5, 5}}), (Parts{{0, 5, 5}, {10, 5, 0}}));
}

TEST(Overlay, WhatLiesSideBySideInBothPlacesIsOnePart) {
    EXPECT_EQ(in_file_order({{0, 5, 0}, {5, 5, 5}}), (Parts{{0, 10, 0}}));
    EXPECT_EQ(in_file_order({{0, 5, 0}, {5, 5, 50}}), (Parts{{0, 5, 0}, {5, 5, 50}}));
}

TEST(Overlay, TheLaterWriteWins) {
    EXPECT_EQ(in_file_order({{0, 10, 0}, {2, 3, 100}}), (Parts{{0, 2, 0}, {2, 3, 100}, {5, 5, 5}}));
    EXPECT_EQ(in_file_order({{2, 3, 100}, {0, 10, 0}}), (Parts{{0, 10, 0}}));
    EXPECT_EQ(in_file_order({{0, 4, 0}, {0, 4, 10}, {0, 4, 20}}), (Parts{{0, 4, 20}}));
}

TEST(Overlay, RandomWritesLeaveWhatTheyWouldOneByOne) {
    constexpr std::int64_t space = 64;
    for (const std::uint64_t seed : test_seeds(400)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const auto below = [&](std::int64_t n) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
        };
        Parts writes;
        std::vector<std::int64_t> expected(space, -1);
        std::int64_t source = 0;
        for (std::int64_t n = 1 + below(20); n > 0; --n) {
            const std::int64_t offset = below(space);
            const std::int64_t bytes = 1 + below(space - offset);
            writes.push_back({offset, bytes, source});
            for (std::int64_t i = 0; i < bytes; ++i)
                expected[static_cast<std::size_t>(offset + i)] = source + i;
            source += bytes;
        }
        std::vector<std::int64_t> got(space, -1);
        std::int64_t end = 0;
        for (const FilePart& part : in_file_order(writes)) {
            EXPECT_GE(part.offset, end);
            end = part.offset + part.bytes;
            for (std::int64_t i = 0; i < part.bytes; ++i)
                got[static_cast<std::size_t>(part.offset + i)] = part.source + i;
        }
        EXPECT_EQ(got, expected);
    }
}

}  // namespace
}  // namespace weft::stage

// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_ahead.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weft::hdf5 {
namespace {

constexpr std::int64_t mebibyte = 1 << 20;

const std::vector<std::int64_t> ten = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

std::vector<std::int64_t> next_of(const ChunksAhead& ahead) {
    const auto next = ahead.next();
    return {next.begin(), next.end()};
}

TEST(ChunksAhead, AreReplacedByThoseOfTheNextCall) {
    ChunksAhead ahead;
    ahead.expect({1, 2, 3, 10, 14, 18});
    EXPECT_EQ(next_of(ahead), (std::vector<std::int64_t>{1, 2, 3, 10, 14, 18}));
    ahead.expect({});
    EXPECT_TRUE(ahead.next().empty());
}

TEST(ChunksAhead, ThatWereLoadedAreNotAskedFor) {
    ChunksAhead ahead;
    ahead.expect(ten);
    ahead.pass(6);
    EXPECT_EQ(next_of(ahead), (std::vector<std::int64_t>{7, 8, 9}));
}

TEST(ChunksAhead, AreAskedForInLumps) {
    ChunksAhead ahead;
    ahead.expect(ten);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(ahead.take(8 * mebibyte));
    EXPECT_FALSE(ahead.take(8 * mebibyte));
    EXPECT_TRUE(ahead.next().empty());
    ahead.pass(1);
    EXPECT_TRUE(ahead.next().empty());
    ahead.pass(2);
    EXPECT_EQ(next_of(ahead), (std::vector<std::int64_t>{4, 5, 6, 7, 8, 9}));
    EXPECT_TRUE(ahead.take(8 * mebibyte));
}

}  // namespace
}  // namespace weft::hdf5

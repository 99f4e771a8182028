// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunks_ahead.hpp"

#include <gtest/gtest.h>

#include "region/nest.hpp"

namespace weft::hdf5 {
namespace {

constexpr std::int64_t unit = 100;
constexpr std::int64_t mebibyte = 1 << 20;

engine::Request request_of(const std::vector<region::Nest>& nests) {
    engine::Request request{.direction = engine::Direction::get, .pieces = {}};
    for (const region::Nest& nest : nests) request.pieces.emplace_back().file = nest;
    return request;
}

std::vector<std::int64_t> next_of(const ChunksAhead& ahead) {
    const auto next = ahead.next();
    return {next.begin(), next.end()};
}

TEST(ChunksAhead, AreThoseThatTheRequestTouches) {
    ChunksAhead ahead;
    ahead.expect(request_of({{150, 10, {}}, {170, 200, {}}, {1000, 5, {{3, 400}}}}), unit);
    EXPECT_EQ(next_of(ahead), (std::vector<std::int64_t>{1, 2, 3, 10, 14, 18}));
    ahead.expect({}, unit);
    EXPECT_TRUE(ahead.next().empty());
}

TEST(ChunksAhead, ThatWereLoadedAreNotAskedFor) {
    ChunksAhead ahead;
    ahead.expect(request_of({{0, 1000, {}}}), unit);
    ahead.pass(6);
    EXPECT_EQ(next_of(ahead), (std::vector<std::int64_t>{7, 8, 9}));
}

TEST(ChunksAhead, AreAskedForInLumps) {
    ChunksAhead ahead;
    ahead.expect(request_of({{0, 1000, {}}}), unit);
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

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

TEST(Request, KnowsItsUnitsWithAndWithoutTheHolesOfItsPieces) {
    for (const std::uint64_t seed : test_seeds(200)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {.bytes = 700});
        const std::int64_t unit = random.between(1, 90);
        std::set<std::int64_t> spanned;
        std::set<std::int64_t> touched;
        for (const Piece& piece : sample.request.pieces) {
            for (std::int64_t at = piece.file.base(); at < piece.file.end(); ++at)
                spanned.insert(at / unit);
            for (std::int64_t i = 0; i < piece.file.bytes(); ++i)
                touched.insert(piece.file.offset_of(i) / unit);
        }
        EXPECT_EQ(sample.request.units(unit), std::ssize(spanned)) << "of " << unit << " bytes";
        EXPECT_EQ(sample.request.unit_numbers(unit), std::vector(touched.begin(), touched.end()));
    }
}

/// A space of `end` bytes.
bool sets_whole_units(const Request& request, std::int64_t unit, std::int64_t end) {
    return request.sets_whole_units(
        unit, [&](const region::Interval& one) { return std::min(one.end, end) - one.begin; });
}

TEST(Request, SetsWholeUnitsOrSomeInPart) {
    Random random(1);
    const auto sets = [&](const std::vector<region::Nest>& nests) {
        return sets_whole_units(plain_sample(Direction::put, nests, random).request, 10, 95);
    };
    EXPECT_TRUE(sets({{0, 10, {}}, {30, 20, {}}}));
    EXPECT_TRUE(sets({{20, 4, {}}, {24, 6, {}}}));
    EXPECT_TRUE(sets({{90, 5, {}}}));  // all that there is
    EXPECT_FALSE(sets({{0, 10, {}}, {30, 19, {}}}));
    EXPECT_FALSE(sets({{1, 9, {}}}));
    EXPECT_FALSE(sets({{0, 1, {{5, 2}}}}));
    EXPECT_FALSE(sets({{20, 5, {}}, {20, 5, {}}}));  // half of it twice
}

TEST(Request, IsDividedBetweenUnits) {
    for (const std::uint64_t seed : test_seeds(200)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const Request whole = random_sample(random, Direction::put, {.bytes = 700}).request;
        const std::int64_t unit = random.between(1, 90);
        const std::int64_t turns = random.between(1, 9);
        std::vector<const std::byte*> addresses;
        std::set<std::int64_t> of_earlier_turns;
        for (std::int64_t turn = 0; turn < turns; ++turn) {
            std::set<std::int64_t> touched;
            for (const Piece& piece : whole.part_in_turn(turn, turns, unit).pieces) {
                addresses.push_back(piece.address);
                for (std::int64_t at = piece.file.base(); at < piece.file.end(); ++at) {
                    EXPECT_FALSE(of_earlier_turns.contains(at / unit));
                    touched.insert(at / unit);
                }
            }
            of_earlier_turns.merge(touched);
        }
        std::vector<const std::byte*> expected;
        for (const Piece& piece : whole.pieces) expected.push_back(piece.address);
        EXPECT_EQ(addresses, expected);
    }
}

}  // namespace
}  // namespace weft::engine

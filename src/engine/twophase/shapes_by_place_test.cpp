// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/shapes_by_place.hpp"

#include <gtest/gtest.h>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/twophase/description.hpp"

namespace weft::engine::twophase {
namespace {

std::vector<std::size_t> pieces_of(const std::vector<RequestShape>& list) {
    std::vector<std::size_t> pieces;
    for (const RequestShape& item : list) pieces.push_back(item.piece);
    return pieces;
}

/// Finds the pieces by visiting all of them.
std::vector<std::size_t> pieces_within(const std::vector<RequestShape>& list, std::int64_t begin,
                                       std::int64_t end) {
    std::vector<std::size_t> pieces;
    for (const RequestShape& item : list) {
        if (item.shape->base() < end && item.shape->end() > begin) pieces.push_back(item.piece);
    }
    return pieces;
}

TEST(ShapesByPlace, FindsThoseOfAPartInTheOrderOfTheList) {
    for (const std::uint64_t seed : test_seeds(500)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::put, {});
        const std::vector<RequestShape> list = list_of(sample.request);
        const ShapesByPlace by_place(list);
        for (int i = 0; i < 20; ++i) {
            const std::int64_t begin = random.between(0, 700);
            const std::int64_t end = begin + random.between(1, random.one_in(2) ? 5 : 300);
            ASSERT_EQ(pieces_of(by_place.within(begin, end)), pieces_within(list, begin, end))
                << replay_of(seed) << begin << " to " << end;
        }
    }
}

TEST(ShapesByPlace, HasNothingOfNothing) {
    EXPECT_TRUE(ShapesByPlace({}).within(0, 10).empty());
}

}  // namespace
}  // namespace weft::engine::twophase

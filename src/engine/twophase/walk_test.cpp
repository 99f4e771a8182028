// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/walk.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/twophase/description.hpp"

namespace weft::engine::twophase {
namespace {

/// Elements of a list by plain loops: the offset where each begins.
std::multiset<std::int64_t> elements_in(const std::vector<RequestShape>& list, std::int64_t begin,
                                        std::int64_t end) {
    std::multiset<std::int64_t> elements;
    for (const RequestShape& item : list) {
        for (std::int64_t at = 0; at < item.shape->bytes(); at += item.element_bytes) {
            const std::int64_t offset = item.shape->offset_of(at);
            if (begin <= offset && offset < end) elements.insert(offset);
        }
    }
    return elements;
}

std::multiset<std::int64_t> elements_of(const std::vector<Share>& shares) {
    std::multiset<std::int64_t> elements;
    for (const Share& share : shares) {
        EXPECT_LT(share.from, share.to);
        EXPECT_EQ(share.from % share.item->element_bytes, 0);
        for (std::int64_t at = share.from; at < share.to; at += share.item->element_bytes)
            elements.insert(share.item->shape->offset_of(at));
    }
    return elements;
}

TEST(ListWalk, WindowsHoldTheElementsThatBeginInThem) {
    for (const std::uint64_t seed : test_seeds(500)) {
        Random random(seed);
        const Direction direction = random.one_in(2) ? Direction::put : Direction::get;
        const Sample sample = random_sample(random, direction, {});
        const std::vector<RequestShape> list = list_of(sample.request);
        ListWalk walk{ListedShapes(list)};
        for (std::int64_t at = 0; at < 700;) {
            at += random.one_in(2) ? 0 : random.between(0, 100);
            const std::multiset<std::int64_t> rest = elements_in(list, at, 10'000);
            const std::optional<std::int64_t> next = walk.seek(at);
            ASSERT_EQ(next.has_value(), !rest.empty()) << replay_of(seed);
            if (next) {
                ASSERT_EQ(*next, *rest.begin()) << replay_of(seed);
            }
            const std::int64_t end = at + random.between(1, random.one_in(2) ? 5 : 200);
            const std::vector<Share> shares = walk.take(at, end);
            ASSERT_TRUE(std::ranges::is_sorted(shares, {}, &Share::item));
            ASSERT_EQ(elements_of(shares), elements_in(list, at, end)) << replay_of(seed);
            at = end;
        }
    }
}

TEST(ListWalk, ListsNeedNotRise) {
    const region::FileShape first(region::Nest(500, 10, {}));
    const region::FileShape second(region::Nest(20, 10, {{3, 200}}));
    const std::vector<RequestShape> list = {{&first, 0, 1}, {&second, 1, 1}};
    ListWalk walk{ListedShapes(list)};
    EXPECT_EQ(walk.seek(0), 20);
    EXPECT_EQ(bytes_of(walk.take(0, 225)), 15);
    EXPECT_EQ(walk.seek(225), 225);
    const std::vector<Share> rest = walk.take(230, 1000);
    ASSERT_EQ(rest.size(), 2U);
    EXPECT_EQ(rest.front().item, &list[0]);
    EXPECT_EQ(rest.back().to - rest.back().from, 10);
    EXPECT_EQ(walk.seek(1000), std::nullopt);
}

TEST(ListWalk, PackedPartsAreCutOutOfTheSharesInOrder) {
    const region::FileShape shape(region::Nest(0, 1, {{100, 2}}));
    const std::vector<RequestShape> list = {{&shape, 0, 1}, {&shape, 1, 1}, {&shape, 2, 1}};
    const std::vector<Share> shares = {{&list[0], 10, 20}, {&list[1], 5, 7}, {&list[2], 50, 90}};
    std::vector<std::int64_t> seen;
    for_each_packed(
        shares, 8, 15,
        [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t packed) {
            for (const std::int64_t number :
                 {static_cast<std::int64_t>(share.item->piece), from, to, packed})
                seen.push_back(number);
        });
    EXPECT_EQ(seen, (std::vector<std::int64_t>{0, 18, 20, 8, 1, 5, 7, 10, 2, 50, 53, 12}));
}

}  // namespace
}  // namespace weft::engine::twophase

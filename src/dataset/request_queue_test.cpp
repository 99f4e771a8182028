// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/request_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "base/test_seeds.hpp"

namespace weft::dataset {
namespace {

using Ids = std::vector<int>;

Pending request(Direction direction, int variable_id = 0, std::int64_t buffered_bytes = 0) {
    Pending pending;
    pending.prepared.direction = direction;
    pending.prepared.variable_id = variable_id;
    pending.buffered_bytes = buffered_bytes;
    return pending;
}

/// The request with this id, which is removed.
std::optional<Pending> taken_from(RequestQueue& queue, int id) {
    std::optional<Pending> taken;
    const bool found = queue.take(id, [&](Pending& request) { taken = std::move(request); });
    EXPECT_EQ(found, taken.has_value());
    return taken;
}

TEST(RequestQueue, PutsHaveEvenIdsAndGetsOddOnes) {
    RequestQueue queue;
    EXPECT_EQ(queue.add(request(Direction::put)), 0);
    EXPECT_EQ(queue.add(request(Direction::get)), 1);
    EXPECT_EQ(queue.add(request(Direction::get)), 3);
    EXPECT_EQ(queue.add(request(Direction::put)), 2);
    EXPECT_EQ(queue.ids(true, false), (Ids{0, 2}));
    EXPECT_EQ(queue.ids(false, true), (Ids{1, 3}));
    EXPECT_EQ(queue.count(), 4);
}

TEST(RequestQueue, IdsStartAgainWhenNothingIsPending) {
    RequestQueue queue;
    queue.add(request(Direction::put));
    queue.add(request(Direction::put));
    (void)taken_from(queue, 0);
    EXPECT_EQ(queue.add(request(Direction::put)), 4) << "id 2 is pending";
    (void)taken_from(queue, 4);
    (void)taken_from(queue, 2);
    EXPECT_EQ(queue.count(), 0);
    EXPECT_EQ(queue.add(request(Direction::put)), 0);
}

TEST(RequestQueue, IdsThatAreNotPendingAreUnknown) {
    RequestQueue queue;
    queue.add(request(Direction::put));
    queue.add(request(Direction::put));
    queue.add(request(Direction::put));
    (void)taken_from(queue, 2);
    for (const int id : {-3, -1, 1, 2, 3, 6, 1 << 30}) EXPECT_FALSE(taken_from(queue, id)) << id;
    EXPECT_TRUE(taken_from(queue, 0));
    EXPECT_TRUE(taken_from(queue, 4));
}

TEST(RequestQueue, ARequestIsRemovedAlthoughItsUseFails) {
    RequestQueue queue;
    queue.add(request(Direction::put, 0, 10));
    EXPECT_THROW(queue.take(0, [](Pending& /*request*/) { throw std::bad_alloc(); }),
                 std::bad_alloc);
    EXPECT_EQ(queue.count(), 0);
    EXPECT_EQ(queue.used_bytes(), 0);
}

TEST(RequestQueue, BufferedBytesAreCountedUntilTaken) {
    RequestQueue queue;
    queue.add(request(Direction::put, 0, 10));
    queue.add(request(Direction::put, 0, 5));
    EXPECT_EQ(queue.used_bytes(), 15);
    EXPECT_EQ(taken_from(queue, 0)->buffered_bytes, 10);
    EXPECT_EQ(queue.used_bytes(), 5);
    (void)taken_from(queue, 2);
    EXPECT_EQ(queue.used_bytes(), 0);
}

TEST(RequestQueue, ValuesStayWhereTheyAreUntilThoseTakenAreCleared) {
    RequestQueue queue;
    std::vector<std::pair<int, std::byte*>> puts;
    std::vector<std::unique_ptr<std::byte[]>> taken;
    const auto length_of = [](int put) { return std::int64_t{1} + put * 37 % 9000; };
    for (int put = 0; put < 2000; ++put) {
        Pending pending = request(Direction::put);
        std::byte* const values = queue.room(pending, length_of(put));
        std::fill_n(values, length_of(put), static_cast<std::byte>(put % 251));
        puts.emplace_back(queue.add(std::move(pending)), values);
        if (put % 7 == 0) taken.push_back(std::move(taken_from(queue, puts.back().first)->values));
    }
    for (const auto& [id, values] : puts)
        if (std::optional<Pending> pending = taken_from(queue, id))
            taken.push_back(std::move(pending->values));
    for (int put = 0; put < 2000; ++put) {
        const std::byte* const values = puts[static_cast<std::size_t>(put)].second;
        ASSERT_EQ(std::count(values, values + length_of(put), static_cast<std::byte>(put % 251)),
                  length_of(put));
    }
    queue.clear_taken();
}

TEST(RequestQueue, SmallValuesOfManyPutsLieSideBySide) {
    RequestQueue queue;
    int breaks = 0;
    const std::byte* end = nullptr;
    for (int put = 0; put < 5000; ++put) {
        Pending pending = request(Direction::put);
        const std::byte* const values = queue.room(pending, 256);
        breaks += values == end ? 0 : 1;
        end = values + 256;
        queue.add(std::move(pending));
    }
    EXPECT_LE(breaks, 20);
}

TEST(RequestQueue, ATakenIdIsNotGivenAgainWhileAnythingIsPending) {
    RequestQueue queue;
    queue.add(request(Direction::put));
    int last = 0;
    for (int i = 0; i < 2000; ++i) {
        const int id = queue.add(request(Direction::put, i));
        ASSERT_GT(id, last);
        last = id;
        ASSERT_EQ(taken_from(queue, id)->prepared.variable_id, i);
        ASSERT_FALSE(taken_from(queue, id));
    }
    EXPECT_EQ(queue.ids(true, true), Ids{0});
}

TEST(RequestQueue, AgreesWithAMapInAnyOrderOfCalls) {
    for (const std::uint64_t seed : test_seeds(2, 5)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        RequestQueue queue;
        std::map<int, int> model;
        for (int i = 0; i < 10000; ++i) {
            if (random() % 2 == 0) {
                const int id =
                    queue.add(request(random() % 2 == 0 ? Direction::put : Direction::get, i));
                ASSERT_TRUE(model.emplace(id, i).second) << "id " << id << " was given twice";
            } else if (!model.empty()) {
                const auto picked =
                    std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
                const std::optional<Pending> taken = taken_from(queue, picked->first);
                ASSERT_TRUE(taken);
                ASSERT_EQ(taken->prepared.variable_id, picked->second);
                model.erase(picked);
            }
            ASSERT_EQ(queue.count(), static_cast<std::int64_t>(model.size()));
            if (i % 1000 == 0) {
                Ids ids = queue.ids(true, true);
                std::ranges::sort(ids);
                Ids expected;
                for (const auto& [id, variable] : model) expected.push_back(id);
                ASSERT_EQ(ids, expected);
            }
        }
    }
}

}  // namespace
}  // namespace weft::dataset

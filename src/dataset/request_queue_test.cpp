// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/request_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

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
    (void)queue.take(0);
    EXPECT_EQ(queue.add(request(Direction::put)), 4) << "id 2 is pending";
    (void)queue.take(4);
    (void)queue.take(2);
    EXPECT_EQ(queue.count(), 0);
    EXPECT_EQ(queue.add(request(Direction::put)), 0);
}

TEST(RequestQueue, IdsThatAreNotPendingAreUnknown) {
    RequestQueue queue;
    queue.add(request(Direction::put));
    queue.add(request(Direction::put));
    queue.add(request(Direction::put));
    (void)queue.take(2);
    for (const int id : {-3, -1, 1, 2, 3, 6, 1 << 30}) EXPECT_EQ(queue.find(id), nullptr) << id;
    EXPECT_NE(queue.find(0), nullptr);
    EXPECT_NE(queue.find(4), nullptr);
}

TEST(RequestQueue, BufferedBytesAreCountedUntilTaken) {
    RequestQueue queue;
    queue.add(request(Direction::put, 0, 10));
    queue.add(request(Direction::put, 0, 5));
    EXPECT_EQ(queue.used_bytes(), 15);
    EXPECT_EQ(queue.take(0).buffered_bytes, 10);
    EXPECT_EQ(queue.used_bytes(), 5);
    (void)queue.take(2);
    EXPECT_EQ(queue.used_bytes(), 0);
}

TEST(RequestQueue, PendingRequestsStayWhereTheyAreWhileOthersComeAndGo) {
    RequestQueue queue;
    queue.add(request(Direction::get, 7));
    const Pending* first = queue.find(1);
    for (int i = 0; i < 1000; ++i) queue.add(request(Direction::get));
    for (int id = 3; id < 1003; id += 2) (void)queue.take(id);
    EXPECT_EQ(queue.find(1), first);
    EXPECT_EQ(first->prepared.variable_id, 7);
}

TEST(RequestQueue, ATakenIdIsNotGivenAgainWhileAnythingIsPending) {
    RequestQueue queue;
    queue.add(request(Direction::put));
    int last = 0;
    for (int i = 0; i < 2000; ++i) {
        const int id = queue.add(request(Direction::put, i));
        ASSERT_GT(id, last);
        last = id;
        ASSERT_EQ(queue.take(id).prepared.variable_id, i);
        ASSERT_EQ(queue.find(id), nullptr);
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
                ASSERT_NE(queue.find(picked->first), nullptr);
                ASSERT_EQ(queue.take(picked->first).prepared.variable_id, picked->second);
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

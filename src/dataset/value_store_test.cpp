// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/value_store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace weft::dataset {
namespace {

TEST(ValueStore, RoomsDoNotOverlap) {
    ValueStore store;
    std::vector<KeptValues> rooms;
    const auto byte_of = [](std::size_t i) { return static_cast<std::byte>(i % 251); };
    const auto length_of = [](std::size_t i) {
        return static_cast<std::int64_t>(1 + i * 37 % 9000);
    };
    for (std::size_t i = 0; i < 500; ++i) {
        rooms.push_back(store.room(length_of(i)));
        std::fill_n(rooms[i].get(), length_of(i), byte_of(i));
    }
    store.clear();
    for (std::size_t i = 0; i < 500; ++i) {
        const std::byte* const values = rooms[i].get();
        EXPECT_EQ(std::count(values, values + length_of(i), byte_of(i)), length_of(i)) << i;
    }
}

TEST(ValueStore, SmallOnesShareFewBlocks) {
    ValueStore store;
    std::vector<KeptValues> rooms;
    for (int i = 0; i < 5000; ++i) rooms.push_back(store.room(256));
    int blocks = 1;
    for (std::size_t i = 1; i < rooms.size(); ++i)
        blocks += keep_the_same(rooms[i - 1], rooms[i]) ? 0 : 1;
    EXPECT_LT(blocks, 30);
}

TEST(ValueStore, ABlockGoesWithTheLastOfItsValues) {
    ValueStore store;
    KeptValues first = store.room(8);
    KeptValues second = store.room(8);
    ASSERT_TRUE(keep_the_same(first, second));
    const std::weak_ptr<std::byte[]> block = first;
    store.clear();
    first = nullptr;
    EXPECT_FALSE(block.expired());
    second = nullptr;
    EXPECT_TRUE(block.expired());
}

}  // namespace
}  // namespace weft::dataset

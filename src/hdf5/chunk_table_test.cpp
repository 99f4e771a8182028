// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "engine/request/test_requests.hpp"

namespace weft::hdf5 {
namespace {

using Name = std::pair<int, std::int64_t>;

/// Some name; often one of few, and sometimes a large number.
Name random_name(engine::Random& random) {
    const auto number = random.between(0, 40);
    const bool is_far = random.one_in(5);
    return {static_cast<int>(random.between(0, 3)), is_far ? number << 45 : number};
}

void expect_equal(const ChunkTable& table, const std::map<Name, std::int64_t>& model) {
    ASSERT_EQ(table.size(), std::ssize(model));
    std::size_t taken = 0;
    for (const ChunkSlot& one : table.slots()) taken += one.is_taken;
    EXPECT_EQ(taken, model.size());
    for (const auto& [name, address] : model) {
        const ChunkSlot* const found = table.find(name.first, name.second);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->address, address);
    }
}

TEST(ChunkTable, FindsWhatAMapFinds) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        engine::Random random(seed);
        std::vector<std::byte> memory(ChunkTable::bytes_for(4));
        ChunkTable table(memory);
        std::map<Name, std::int64_t> model;
        for (int step = 0; step < 300; ++step) {
            const Name name = random_name(random);
            EXPECT_EQ(table.find(name.first, name.second) != nullptr, model.contains(name));
            if (!random.one_in(2)) continue;
            if (!table.has_room_for_all(table.size() + 1)) {
                std::vector<std::byte> larger(ChunkTable::bytes_for(2 * table.size()));
                ChunkTable(larger).add(table);
                std::swap(memory, larger);
                table = ChunkTable(memory);
            }
            ASSERT_TRUE(table.has_room_for_all(table.size() + 1));
            table.slot(name.first, name.second).address = step + 1;
            model[name] = step + 1;
        }
        expect_equal(table, model);
        expect_equal(ChunkTable(memory), model);  // as another rank sees it
    }
}

TEST(ChunkTable, WithoutMemoryItIsEmpty) {
    const ChunkTable table;
    EXPECT_EQ(table.size(), 0);
    EXPECT_EQ(table.find(0, 0), nullptr);
    EXPECT_FALSE(table.has_room_for_all(1));
    EXPECT_TRUE(table.has_room_for_all(0));
}

TEST(ChunkTable, HasTheRoomThatItWasMadeFor) {
    for (const std::int64_t chunks : {0, 1, 44, 45, 90, 1000}) {
        std::vector<std::byte> memory(ChunkTable::bytes_for(chunks));
        EXPECT_TRUE(ChunkTable(memory).has_room_for_all(chunks)) << chunks;
    }
}

}  // namespace
}  // namespace weft::hdf5

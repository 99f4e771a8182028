// SPDX-License-Identifier: BSD-3-Clause
#include "model/name_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "base/test_seeds.hpp"

namespace weft::model {
namespace {

int find_id(const NameIndex& index, std::uint32_t hash, int id) {
    return index.find(hash, [&](int candidate) { return candidate == id; });
}

TEST(NameIndex, FindsNothingWhenEmpty) {
    const NameIndex index;
    EXPECT_TRUE(index.empty());
    EXPECT_EQ(index.find(7, [](int) { return true; }), -1);
}

TEST(NameIndex, KeepsEveryEntryOfOneLongCollisionChain) {
    NameIndex index;
    for (int id = 0; id < 100; ++id) index.insert(5, id);
    for (int id = 0; id < 100; id += 2) index.erase(5, id);
    for (int id = 0; id < 100; ++id) EXPECT_EQ(find_id(index, 5, id), id % 2 == 0 ? -1 : id);
}

TEST(NameIndex, AgreesWithAMapThroughRandomChanges) {
    for (const std::uint64_t seed : test_seeds(2)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        NameIndex index;
        std::map<int, std::uint32_t> model;
        for (int step = 0; step < 10000; ++step) {
            const int id = static_cast<int>(random() % 300);
            const auto entry = model.find(id);
            if (entry == model.end()) {
                const auto hash = static_cast<std::uint32_t>(random() % 64);  // many collide
                index.insert(hash, id);
                model[id] = hash;
            } else {
                ASSERT_EQ(find_id(index, entry->second, id), id);
                index.erase(entry->second, id);
                ASSERT_EQ(find_id(index, entry->second, id), -1);
                model.erase(entry);
            }
        }
        for (const auto& [id, hash] : model) EXPECT_EQ(find_id(index, hash, id), id);
    }
}

TEST(NameIndex, RenumbersTheIdsAboveARemovedOne) {
    NameIndex index;
    for (int id = 0; id < 20; ++id) index.insert(static_cast<std::uint32_t>(id * 16), id);
    index.erase(5 * 16, 5);
    index.renumber_above(5);
    EXPECT_EQ(find_id(index, 4 * 16, 4), 4);
    for (int id = 6; id < 20; ++id)
        EXPECT_EQ(find_id(index, static_cast<std::uint32_t>(id * 16), id - 1), id - 1);
}

TEST(NameIndex, HashesDependOnEveryByte) {
    std::string name(40, 'a');
    const std::uint32_t hash = NameIndex::hash_of(name);
    EXPECT_EQ(hash, NameIndex::hash_of(name));
    for (char& c : name) {
        c = 'b';
        EXPECT_NE(hash, NameIndex::hash_of(name));
        c = 'a';
    }
}

}  // namespace
}  // namespace weft::model

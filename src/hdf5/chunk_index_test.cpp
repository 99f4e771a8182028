// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "engine/request/test_requests.hpp"

namespace weft::hdf5 {
namespace {

using Name = std::pair<int, std::int64_t>;

/// The same index as a map of what each chunk is.
struct Model {
    struct Chunk {
        std::int64_t address = 0;
        int rank = 0;
        bool is_open = false;
    };
    std::map<Name, Chunk> chunks;

    void enter(const ChunkEntry& one) {
        Chunk& its = chunks[{one.variable, one.number}];
        its.rank = one.rank;
        its.is_open = one.is_kept();
        if (!one.is_kept()) its.address = one.address;
    }
    [[nodiscard]] std::int64_t open_count(int variable) const {
        std::int64_t count = 0;
        for (const auto& [name, its] : chunks) count += name.first == variable && its.is_open;
        return count;
    }
};

constexpr int variables = 3;
constexpr int ranks = 4;

std::int64_t chunk_bytes(int variable) {
    return 100 * (variable + 1);
}

/// What ranks may have in a turn: no chunk twice.
std::vector<ChunkEntry> random_turn(engine::Random& random) {
    std::vector<ChunkEntry> entries;
    std::set<Name> names;
    for (std::int64_t i = random.between(0, 12); i > 0; --i) {
        const Name name{static_cast<int>(random.between(0, variables - 1)), random.between(0, 30)};
        if (!names.insert(name).second) continue;
        const bool is_kept = random.one_in(3);
        entries.push_back({.variable = name.first,
                           .rank = static_cast<std::int32_t>(random.between(0, ranks - 1)),
                           .number = name.second,
                           .address = is_kept ? ChunkEntry::stays_open : random.between(1, 1000)});
    }
    return entries;
}

void expect_equal(const ChunkIndex& index, const Model& model) {
    std::int64_t open_bytes = 0;
    std::size_t stored = 0;
    for (int variable = 0; variable < variables; ++variable) {
        const std::int64_t open = model.open_count(variable);
        EXPECT_EQ(index.open_count(variable), open);
        open_bytes += open * chunk_bytes(variable);
    }
    EXPECT_EQ(index.open_bytes(), open_bytes);
    for (const auto& [name, its] : model.chunks) {
        const ChunkSlot* const slot = index.find(name.first, name.second);
        ASSERT_NE(slot, nullptr);
        EXPECT_EQ(slot->address, its.address);
        EXPECT_EQ(slot->is_open != 0, its.is_open);
        if (its.is_open) {
            EXPECT_EQ(slot->rank, its.rank);
        }
        EXPECT_EQ(index.find_stored(name.first, name.second) != nullptr, its.address > 0);
        stored += its.address > 0;
    }
    std::size_t listed = 0;
    for (const auto& list : index.listed(variables)) listed += list.size();
    EXPECT_EQ(listed, stored);
}

TEST(ChunkIndex, EntersAndTakesBackAsAMapDoes) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        engine::Random random(seed);
        ChunkIndex index;
        Model model;
        for (int turn = 0; turn < 30; ++turn) {
            const std::vector<ChunkEntry> entries = random_turn(random);
            std::vector<std::byte> have(ranks, std::byte{1});
            if (random.one_in(3)) have[static_cast<std::size_t>(random.between(0, 3))] = {};
            index.begin_turn();
            index.reserve({}, std::ssize(entries));
            for (const ChunkEntry& one : entries) index.enter(one, chunk_bytes(one.variable));
            for (const ChunkEntry& one : entries)
                EXPECT_TRUE(index.has_changed(one.variable, one.number));
            index.take_back(have);
            for (const ChunkEntry& one : entries) {
                const bool stays =
                    one.is_kept() || have[static_cast<std::size_t>(one.rank)] != std::byte{0};
                EXPECT_EQ(index.has_changed(one.variable, one.number), stays);
                if (stays)
                    model.enter(one);
                else
                    model.chunks[{one.variable, one.number}];
            }
            expect_equal(index, model);
        }
    }
}

/// 100,000 ranks bring 8 chunks each in one turn: 3 TB of chunks of 4 MiB. The index takes less
/// than a chunk of each rank of a node of 64.
TEST(ChunkIndex, HasRoomForVeryManyRanks) {
    constexpr std::int64_t many = 100'000;
    constexpr std::int64_t each = 8;
    std::vector<ChunkEntry> entries;
    for (std::int64_t rank = 0; rank < many; ++rank)
        for (std::int64_t i = 0; i < each; ++i)
            entries.push_back({.variable = static_cast<std::int32_t>(i % 2),
                               .rank = static_cast<std::int32_t>(rank),
                               .number = rank * each / 2 + i / 2,
                               .bytes = 1000 + rank % 7,
                               .room = 1000 + rank % 7});
    std::int64_t end = 4096;
    give_places(entries, end);
    ChunkIndex index;
    index.begin_turn();
    index.reserve({}, std::ssize(entries));
    for (const ChunkEntry& one : entries) index.enter(one, 4 << 20);
    const ChunkSlot* const last = index.find_stored(1, many * each / 2 - 1);
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->address + std::int64_t{last->bytes}, end);
    EXPECT_EQ(last->rank, many - 1);
    EXPECT_EQ(index.open_bytes(), 0);
    EXPECT_LT(ChunkTable::bytes_for(2 * many * each) / 64, std::size_t{4} << 20);
}

}  // namespace
}  // namespace weft::hdf5

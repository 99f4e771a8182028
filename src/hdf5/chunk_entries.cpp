// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_entries.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace weft::hdf5 {

void give_places(EntriesOfRanks& ranks, std::int64_t& end) {
    std::vector<ChunkEntry*> new_ones;
    std::map<std::pair<std::int64_t, std::int64_t>, ChunkEntry*> in_place;
    const auto name = [](const ChunkEntry& one) { return std::pair(one.variable, one.number); };
    for (std::vector<ChunkEntry>& rank : ranks) {
        for (ChunkEntry& one : rank) {
            if (one.address == ChunkEntry::is_new) new_ones.push_back(&one);
            if (one.address < 0) continue;
            ChunkEntry*& last = in_place[name(one)];
            if (last != nullptr) last->address = ChunkEntry::is_others;
            last = &one;
        }
    }
    std::ranges::stable_sort(new_ones, {}, [&](const ChunkEntry* one) { return name(*one); });
    for (ChunkEntry* const one : new_ones) {
        one->address = end;
        end += one->room;
    }
}

}  // namespace weft::hdf5

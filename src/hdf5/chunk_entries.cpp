// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_entries.hpp"

#include <algorithm>
#include <map>

namespace weft::hdf5 {

void give_places(EntriesOfRanks& ranks, std::int64_t& end) {
    std::vector<ChunkEntry*> new_ones;
    std::map<std::int64_t, ChunkEntry*> in_place;
    for (std::vector<ChunkEntry>& rank : ranks) {
        for (ChunkEntry& one : rank) {
            if (one.address == ChunkEntry::is_new) new_ones.push_back(&one);
            if (one.address < 0) continue;
            ChunkEntry*& last = in_place[one.number];
            if (last != nullptr) last->address = ChunkEntry::is_others;
            last = &one;
        }
    }
    std::ranges::stable_sort(new_ones, {}, &ChunkEntry::number);
    for (ChunkEntry* const one : new_ones) {
        one->address = end;
        end += one->room;
    }
}

}  // namespace weft::hdf5

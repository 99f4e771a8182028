// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_entries.hpp"

#include <algorithm>
#include <tuple>

namespace weft::hdf5 {

void give_places(std::vector<ChunkEntry>& entries, std::int64_t& end) {
    // The last put comes first, for unique(), of that the highest rank, and with what it writes.
    std::ranges::sort(entries, {}, [](const ChunkEntry& one) {
        return std::tuple(one.variable, one.number, -std::int64_t{one.put}, -one.rank,
                          one.is_kept());
    });
    const auto is_same = [](const ChunkEntry& one, const ChunkEntry& other) {
        return one.variable == other.variable && one.number == other.number;
    };
    entries.erase(std::unique(entries.begin(), entries.end(), is_same), entries.end());
    const auto is_of_another_put = [](const ChunkEntry& one, const ChunkEntry& next) {
        return one.put != next.put;
    };
    if (std::ranges::adjacent_find(entries, is_of_another_put) != entries.end())
        std::ranges::sort(entries, {}, [](const ChunkEntry& one) {
            return std::tuple(one.put, one.variable, one.number);
        });
    for (ChunkEntry& one : entries) {
        if (one.address != ChunkEntry::is_new) continue;
        one.address = end;
        end += one.room;
    }
}

}  // namespace weft::hdf5

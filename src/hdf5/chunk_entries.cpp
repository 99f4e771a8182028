// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_entries.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weft::hdf5 {

void give_places(std::vector<ChunkEntry>& entries, std::int64_t& end) {
    // The highest rank comes first, for unique(), and with what it writes.
    std::ranges::sort(entries, {}, [](const ChunkEntry& one) {
        return std::tuple(one.variable, one.number, -one.rank, one.is_kept());
    });
    const auto repeated = std::ranges::unique(
        entries, {}, [](const ChunkEntry& one) { return std::pair(one.variable, one.number); });
    entries.erase(repeated.begin(), repeated.end());
    for (ChunkEntry& one : entries) {
        if (one.address != ChunkEntry::is_new) continue;
        one.address = end;
        end += one.room;
    }
}

}  // namespace weft::hdf5

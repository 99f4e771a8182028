// SPDX-License-Identifier: BSD-3-Clause
// The entries by which ranks tell each other at the end of a put which chunks they have changed,
// and the places in the file that these get. Pure: every rank comes to the same places.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::hdf5 {

struct ChunkEntry {
    // Special values of `address`:
    static constexpr std::int64_t is_new = -1;      // it goes to the end of the file
    static constexpr std::int64_t stays_open = -2;  // its rank keeps it, uncompressed
    static constexpr std::int64_t is_others = -3;   // a higher rank writes it to the same place

    std::int64_t variable = 0;
    std::int64_t number = 0;
    std::int64_t address = is_new;
    std::int64_t bytes = 0;
    std::int64_t room = 0;  // at the address; at least as long

    [[nodiscard]] bool is_written() const { return address >= 0 || address == is_new; }
    [[nodiscard]] bool is_kept() const { return address == stays_open; }
};

/// The entries of all ranks, in rank order.
using EntriesOfRanks = std::vector<std::vector<ChunkEntry>>;

/// Gives new chunks places behind `end`, which moves. The chunks are placed by variable and number,
/// whichever rank has them, so neighbours in the grid are neighbours in the file. If several ranks
/// write a chunk to its present place, the one of the highest rank stays.
void give_places(EntriesOfRanks& ranks, std::int64_t& end);

}  // namespace weft::hdf5

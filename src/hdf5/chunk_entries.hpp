// SPDX-License-Identifier: BSD-3-Clause
// The entries by which ranks tell each other at the end of a put which chunks they have changed in
// it and in those before, and the places in the file that these get. Pure: whoever has all entries
// comes to the same places.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::hdf5 {

struct ChunkEntry {
    // Special values of `address`:
    static constexpr std::int64_t is_new = -1;      // it goes to the end of the file
    static constexpr std::int64_t stays_open = -2;  // its rank keeps it, uncompressed

    std::int32_t variable = 0;
    std::int32_t rank = 0;
    std::int64_t number = 0;
    std::int64_t address = is_new;
    std::int64_t bytes = 0;
    std::int64_t room = 0;          // at the address; at least as long
    std::uint32_t filter_mask = 0;  // as in StoredChunk
    std::uint32_t put = 0;          // that has changed it: chunks may wait (chunks_behind.hpp)
    std::uint32_t checksum = 0;     // of the bytes, as in KeptPlace
    std::uint32_t unused = 0;

    [[nodiscard]] bool is_kept() const { return address == stays_open; }
};

/// Gives new chunks places behind `end`, which moves. `entries`, of all ranks, are afterwards in
/// the order of puts, and of each in that of variables and numbers, whichever rank has them, and so
/// are new chunks in the file: neighbours in the grid are neighbours there. Of a chunk that several
/// have the last put stays, and of that the highest rank.
void give_places(std::vector<ChunkEntry>& entries, std::int64_t& end);

}  // namespace weft::hdf5

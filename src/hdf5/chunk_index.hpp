// SPDX-License-Identifier: BSD-3-Clause
// The index of the chunks of a variable in a file that is written: their places. The same on all
// ranks.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "chunks/grid.hpp"
#include "hdf5/books/books.hpp"
#include "region/interval.hpp"

namespace weft::hdf5 {

struct IndexedChunk {
    StoredChunk stored;
    std::int64_t room = 0;   // of its place; at least stored.bytes
    bool is_booked = false;  // by books in the file: a reader may be looking at its bytes
};

class ChunkIndex {
public:
    [[nodiscard]] bool empty() const { return chunks_.empty(); }
    /// Null: there is no such chunk.
    [[nodiscard]] const IndexedChunk* find(std::int64_t number) const {
        const auto found = chunks_.find(number);
        return found == chunks_.end() ? nullptr : &found->second;
    }
    void enter(std::int64_t number, const IndexedChunk& chunk) { chunks_[number] = chunk; }
    /// The books in the file say where all chunks are.
    void note_booked() {
        for (auto& [number, chunk] : chunks_) chunk.is_booked = true;
    }
    [[nodiscard]] std::int64_t stored_bytes() const;

    /// Existing chunks, in the order of their numbers.
    struct Listed {
        std::vector<std::int64_t> places;
        std::vector<StoredChunk> chunks;
    };
    [[nodiscard]] Listed listed(const chunks::Grid& grid) const;

private:
    std::unordered_map<std::int64_t, IndexedChunk> chunks_;
};

}  // namespace weft::hdf5

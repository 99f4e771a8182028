// SPDX-License-Identifier: BSD-3-Clause
// A hash table of chunks in memory that is given to it, which ranks may share: open addressing,
// linear probing (Knuth, The Art of Computer Programming 3, 6.4). It has no pointers. It does not
// synchronise: whoever changes it must be alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hdf5/books/books.hpp"

namespace weft::hdf5 {

/// What is known of a chunk. Zeros are a free slot.
struct ChunkSlot {
    std::int64_t number = 0;
    std::int64_t address = 0;  // 0: it is not in the file
    std::uint32_t bytes = 0;
    std::uint32_t room = 0;  // of its place; at least `bytes`
    std::uint32_t filter_mask = 0;
    std::int32_t variable = 0;
    std::int32_t rank = 0;           // that wrote it last, or has it open
    std::uint32_t turn : 30 = 0;     // when it did; from 1 to last_turn, then from 1 again
    std::uint32_t is_open : 1 = 0;   // its rank has newer values, uncompressed
    std::uint32_t is_taken : 1 = 0;  // the slot is in use

    static constexpr std::uint32_t last_turn = (1U << 30) - 1;

    [[nodiscard]] bool is_stored() const { return address > 0; }
    [[nodiscard]] StoredChunk stored() const { return {address, bytes, filter_mask}; }
};

class ChunkTable {
public:
    /// No slots.
    ChunkTable() = default;
    /// Zeroed memory, or that of another table. It outlives this.
    explicit ChunkTable(std::span<std::byte> memory);

    /// The memory of a table with room for so many chunks.
    [[nodiscard]] static std::size_t bytes_for(std::int64_t chunks);

    [[nodiscard]] std::int64_t size() const { return head_ == nullptr ? 0 : head_->chunks; }
    /// Whether so many chunks have room.
    [[nodiscard]] bool has_room_for_all(std::int64_t chunks) const;
    /// Null: it is not there.
    [[nodiscard]] const ChunkSlot* find(int variable, std::int64_t number) const;
    /// The chunk's slot, which is new if it was not there. Requires room.
    [[nodiscard]] ChunkSlot& slot(int variable, std::int64_t number);
    /// All slots, also free ones.
    [[nodiscard]] std::span<const ChunkSlot> slots() const { return slots_; }
    /// Takes over the slots of another one. Requires room.
    void add(const ChunkTable& other);

private:
    struct Head {
        std::int64_t chunks = 0;
    };
    [[nodiscard]] ChunkSlot* place_of(int variable, std::int64_t number) const;

    Head* head_ = nullptr;
    std::span<ChunkSlot> slots_;  // 2^n
};

}  // namespace weft::hdf5

// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_table.hpp"

#include <algorithm>
#include <bit>

namespace weft::hdf5 {
namespace {

/// In a table that is fuller, chunks lie far from where they should.
constexpr std::int64_t fullest_percent = 70;

/// The finaliser of MurmurHash3 (Appleby), which mixes all bits.
std::uint64_t hash_of(int variable, std::int64_t number) {
    std::uint64_t hash =
        static_cast<std::uint64_t>(number) + (static_cast<std::uint64_t>(variable) << 40);
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
    return hash ^ (hash >> 33);
}

std::size_t slots_for(std::int64_t chunks) {
    constexpr std::int64_t fewest = 64;
    const auto wanted = std::max(fewest, chunks * 100 / fullest_percent + 1);
    return std::bit_ceil(static_cast<std::size_t>(wanted));
}

}  // namespace

std::size_t ChunkTable::bytes_for(std::int64_t chunks) {
    return sizeof(Head) + slots_for(chunks) * sizeof(ChunkSlot);
}

ChunkTable::ChunkTable(std::span<std::byte> memory)
    : head_(reinterpret_cast<Head*>(memory.data())),
      slots_(reinterpret_cast<ChunkSlot*>(memory.data() + sizeof(Head)),
             std::bit_floor((memory.size() - sizeof(Head)) / sizeof(ChunkSlot))) {}

bool ChunkTable::has_room_for_all(std::int64_t chunks) const {
    return chunks * 100 <= std::ssize(slots_) * fullest_percent;
}

/// The chunk's slot, or the free one where it would be.
ChunkSlot* ChunkTable::place_of(int variable, std::int64_t number) const {
    const std::size_t last = slots_.size() - 1;
    for (std::size_t i = hash_of(variable, number) & last;; i = (i + 1) & last) {
        ChunkSlot& slot = slots_[i];
        if (slot.is_taken == 0 || (slot.number == number && slot.variable == variable))
            return &slot;
    }
}

const ChunkSlot* ChunkTable::find(int variable, std::int64_t number) const {
    if (slots_.empty()) return nullptr;
    const ChunkSlot* const slot = place_of(variable, number);
    return slot->is_taken != 0 ? slot : nullptr;
}

ChunkSlot& ChunkTable::slot(int variable, std::int64_t number) {
    ChunkSlot* const slot = place_of(variable, number);
    if (slot->is_taken == 0) {
        *slot = {.number = number, .variable = variable, .is_taken = 1};
        ++head_->chunks;
    }
    return *slot;
}

void ChunkTable::add(const ChunkTable& other) {
    for (const ChunkSlot& one : other.slots())
        if (one.is_taken != 0) slot(one.variable, one.number) = one;
}

}  // namespace weft::hdf5

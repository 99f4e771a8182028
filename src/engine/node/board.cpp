// SPDX-License-Identifier: BSD-3-Clause
#include "engine/node/board.hpp"

#include <cstring>

namespace weft::engine::node {

std::size_t Board::bytes_for(int ranks, std::size_t message_bytes) {
    return sizeof(WaitWord) + 2 * static_cast<std::size_t>(ranks) * message_bytes;
}

Board::Board(std::byte* memory, int rank, int ranks, std::size_t message_bytes)
    : posted_(*reinterpret_cast<WaitWord*>(memory)),
      sheets_(memory + sizeof(WaitWord)),
      rank_(rank),
      ranks_(static_cast<std::uint32_t>(ranks)),
      message_bytes_(message_bytes) {}

bool Board::exchange(std::span<const std::byte> mine, Vigil& vigil) {
    ++exchanges_;
    if (!mine.empty())
        std::memcpy(sheet() + static_cast<std::size_t>(rank_) * message_bytes_, mine.data(),
                    mine.size());
    const std::uint32_t wanted = exchanges_ * ranks_;
    std::uint32_t posts = posted_.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (posts == wanted) posted_.wake();
    // Ranks that are ahead may have posted for the next exchange already.
    while (static_cast<std::int32_t>(wanted - posts) > 0) {
        if (!vigil.wait(posted_, posts)) return false;
        posts = posted_.load();
    }
    return true;
}

}  // namespace weft::engine::node

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/node/board.hpp"

#include <cstring>

namespace weft::engine::node {

std::size_t Board::bytes_for(int ranks, std::size_t message_bytes) {
    return 2 * sizeof(WaitWord) + 2 * static_cast<std::size_t>(ranks) * message_bytes;
}

Board::Board(std::byte* memory, int rank, int ranks, std::size_t message_bytes)
    : posted_(*reinterpret_cast<WaitWord*>(memory)),
      all_but_one_(reinterpret_cast<WaitWord*>(memory)[1]),
      sheets_(memory + 2 * sizeof(WaitWord)),
      rank_(rank),
      ranks_(static_cast<std::uint32_t>(ranks)),
      message_bytes_(message_bytes) {}

bool Board::exchange(std::span<const std::byte> mine, Vigil& vigil) {
    ++exchanges_;
    if (!mine.empty()) std::memcpy(place(exchanges_, rank_), mine.data(), mine.size());
    const std::uint32_t wanted = exchanges_ * ranks_;
    const std::uint32_t posts = posted_.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (posts + 1 == wanted) all_but_one_.publish(exchanges_);
    if (posts == wanted) posted_.wake();
    return await(posted_, wanted, vigil);
}

bool Board::await(WaitWord& word, std::uint32_t wanted, Vigil& vigil) {
    // Ranks that are ahead may have posted for the next exchange already.
    for (std::uint32_t now = word.load(); static_cast<std::int32_t>(wanted - now) > 0;
         now = word.load())
        if (!vigil.wait(word, now)) return false;
    return true;
}

}  // namespace weft::engine::node

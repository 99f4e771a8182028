// SPDX-License-Identifier: BSD-3-Clause
// Where each rank of a node shows a few bytes to all the others.
//
// Two sheets take turns, so that a rank may post for the next exchange while another still reads
// this one's. It cannot be two ahead: the next exchange ends for it when all ranks have posted,
// which they do after reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/node/vigil.hpp"

namespace weft::engine::node {

class Board {
public:
    static std::size_t bytes_for(int ranks, std::size_t message_bytes);

    /// `memory`: of bytes_for() bytes, shared, zero at the start.
    Board(std::byte* memory, int rank, int ranks, std::size_t message_bytes);

    /// Collective over the board's ranks. False when a rank has died.
    bool exchange(std::span<const std::byte> mine, Vigil& vigil);

    /// What a rank has shown, until this rank's next exchange.
    [[nodiscard]] const std::byte* shown_by(int rank) const { return place(exchanges_, rank); }

    /// For one rank of an exchange, before it enters: waits until all the others have. False when
    /// a rank has died.
    bool await_others(Vigil& vigil) const { return await(all_but_one_, exchanges_ + 1, vigil); }

    /// After that: what another rank shows in the exchange that this one is about to enter.
    [[nodiscard]] const std::byte* offered_by(int rank) const {
        return place(exchanges_ + 1, rank);
    }

private:
    /// Until `word` has come to `wanted`.
    static bool await(WaitWord& word, std::uint32_t wanted, Vigil& vigil);
    [[nodiscard]] std::byte* place(std::uint32_t exchange, int rank) const {
        return sheets_ +
               (exchange % 2 * ranks_ + static_cast<std::uint32_t>(rank)) * message_bytes_;
    }

    WaitWord& posted_;       // messages, over all exchanges
    WaitWord& all_but_one_;  // have posted for this exchange, a word of its own so that none
                             // of them is woken before the last one has
    std::byte* sheets_;
    int rank_;
    std::uint32_t ranks_;
    std::size_t message_bytes_;
    std::uint32_t exchanges_ = 0;
};

}  // namespace weft::engine::node

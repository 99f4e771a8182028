// SPDX-License-Identifier: BSD-3-Clause
// Another way than MPI's for small collectives, where the ranks of a communicator have one.
#pragma once

#include <cstddef>
#include <span>

namespace weft::mpi {

class Shortcut {
public:
    virtual ~Shortcut() = default;

    static constexpr std::size_t most_bytes = 512;

    /// Collective. Shows `mine`, of at most `most_bytes` bytes, to all ranks. False when a rank has
    /// died.
    virtual bool exchange(std::span<const std::byte> mine) = 0;

    /// What a rank has shown, until this rank's next exchange.
    [[nodiscard]] virtual const std::byte* shown_by(int rank) const = 0;

    /// For one rank, before it enters an exchange: waits until all the others have. False when a
    /// rank has died.
    virtual bool await_others() = 0;

    /// After that: what another rank shows in the exchange that this one is about to enter.
    [[nodiscard]] virtual const std::byte* offered_by(int rank) const = 0;
};

}  // namespace weft::mpi

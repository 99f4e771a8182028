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
};

}  // namespace weft::mpi

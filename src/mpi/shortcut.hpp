// SPDX-License-Identifier: BSD-3-Clause
// Another way than MPI's for small collectives, where the ranks of a communicator have one, and for
// what a rank must tell those that wait for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "mpi/call.hpp"

namespace weft::mpi {

/// Why a collective call has failed, the same on all ranks.
struct Verdict {
    Status status;
    bool is_lost = false;    // no further collective call is possible
    std::int64_t round = 0;  // in which that came about (comm_record.hpp)
};

class Shortcut {
public:
    virtual ~Shortcut() = default;

    static constexpr std::size_t most_bytes = 512;

    /// Collective. Shows `mine`, of at most `most_bytes` bytes, to all ranks. False when a rank has
    /// died, or the call has failed.
    virtual bool exchange(std::span<const std::byte> mine) = 0;

    /// What a rank has shown, until this rank's next exchange.
    [[nodiscard]] virtual const std::byte* shown_by(int rank) const = 0;

    /// For one rank, before it enters an exchange: waits until all the others have. False as for
    /// exchange().
    virtual bool await_others() = 0;

    /// After that: what another rank shows in the exchange that this one is about to enter.
    [[nodiscard]] virtual const std::byte* offered_by(int rank) const = 0;

    /// This rank begins a collective call of the program. False when there is a verdict: then it is
    /// to leave at once. May wait for ranks that have not left a call with one.
    virtual bool enter(const Call& call) = 0;
    /// On this rank's call, if it has failed.
    [[nodiscard]] virtual std::optional<Verdict> verdict() const = 0;
    /// The call ends, with the verdict on it.
    virtual std::optional<Verdict> leave() = 0;
    /// This rank cannot go on with its call, nor can any rank with a later one. `round`:
    /// comm_record.hpp.
    virtual void fail(const Status& why, std::int64_t round) = 0;
    /// Files that a rank has ended in a call with a verdict.
    [[nodiscard]] virtual std::vector<std::int64_t> ended_files() const = 0;
};

}  // namespace weft::mpi

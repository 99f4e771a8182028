// SPDX-License-Identifier: BSD-3-Clause
// An alternative to MPI for small collectives and for telling failures, if the ranks of a
// communicator share memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "mpi/call.hpp"

namespace weft::mpi {

/// Why a collective call has failed; the same on all ranks.
struct Verdict {
    Status status;
    bool is_lost = false;    // no further collective call is possible
    std::int64_t round = 0;  // of the loss (comm_record.hpp)
};

class Shortcut {
public:
    virtual ~Shortcut() = default;

    static constexpr std::size_t most_bytes = 512;

    /// Collective. Shows `mine`, at most `most_bytes` bytes, to all ranks. False if a rank has
    /// died, or the call has failed.
    virtual bool exchange(std::span<const std::byte> mine) = 0;

    /// The bytes that a rank has shown; valid until this rank's next exchange.
    [[nodiscard]] virtual const std::byte* shown_by(int rank) const = 0;

    /// Called on one rank, before it enters an exchange: waits until all others have entered it.
    /// Returns false as exchange() does.
    virtual bool await_others() = 0;

    /// After await_others(): the bytes of another rank in the exchange that this rank is about to
    /// enter.
    [[nodiscard]] virtual const std::byte* offered_by(int rank) const = 0;

    /// This rank begins a collective call of the program. False if there is already a verdict: the
    /// rank must then leave at once. May wait for ranks that have not left an earlier failed call.
    virtual bool enter(const Call& call) = 0;
    /// The verdict on this rank's call, if it has failed.
    [[nodiscard]] virtual std::optional<Verdict> verdict() const = 0;
    /// Ends the call, and returns the verdict on it.
    virtual std::optional<Verdict> leave() = 0;
    /// This rank cannot go on with its call, nor can any rank with a later one. `round`:
    /// comm_record.hpp.
    virtual void fail(const Status& why, std::int64_t round) = 0;
    /// The files that a rank has closed in a call that failed.
    [[nodiscard]] virtual std::vector<std::int64_t> ended_files() const = 0;
};

}  // namespace weft::mpi

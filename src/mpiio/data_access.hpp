// SPDX-License-Identifier: BSD-3-Clause
// How one rank reads and writes a file of MPI-IO: the view that it has set, its own file pointer,
// and whether it moves data atomically.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/result.hpp"
#include "engine/engine.hpp"
#include "mpiio/rank_transfer.hpp"
#include "mpiio/transfer.hpp"
#include "mpiio/view.hpp"
#include "mpiio/whole_file.hpp"

namespace weft::mpiio {

/// Moves data between the program's memory and this rank's view of a file.
class DataAccess {
public:
    /// The file outlives it.
    explicit DataAccess(WholeFile& file) : file_(file) {}

    [[nodiscard]] const View& view() const { return view_; }
    /// Collective. `make` makes the view of this rank; if one fails, no rank's view changes. Resets
    /// both file pointers.
    using MakeView = std::function<Error(View& made)>;
    Error set_view(const MakeView& make);
    [[nodiscard]] bool is_atomic() const { return is_atomic_; }
    /// Collective.
    Error set_atomicity(bool is_atomic);

    // Functions for the file pointers, in etypes.

    [[nodiscard]] std::int64_t position() const { return position_; }
    void set_position(std::int64_t position) { position_ = position; }
    /// The first etype that begins at or behind the end of the file.
    Result<std::int64_t> end();

    /// Collective.
    Moved move_together(const Transfer& transfer);
    /// Collective. The data of the ranks follow each other, from the shared pointer on.
    Moved move_in_order(Transfer transfer);
    /// Local.
    Moved move_alone(const Transfer& transfer);
    /// The errors of a transfer that do not depend on the file.
    [[nodiscard]] Error check(const Transfer& transfer) const;
    /// The number of etypes of such values; nothing if it is not whole.
    [[nodiscard]] std::optional<std::int64_t> etypes_of(const Buffer& memory) const;

private:
    [[nodiscard]] mpi::CommView comm() const { return file_.comm(); }
    [[nodiscard]] engine::Engine& engine() const { return file_.shared().engine(); }
    [[nodiscard]] bool is_plain(const Transfer& transfer) const;
    Status meet(const Transfer& transfer, Moved& moved);
    Status meet_plain(const Transfer& transfer, Moved& moved);
    [[nodiscard]] engine::Outcome settled(const engine::Engine::CollectiveOutcome& outcome) const;
    Moved move_at_once(const Transfer& transfer, bool is_collective);
    Result<std::int64_t> move_plain(const Transfer& transfer, const region::Interval& part,
                                    bool is_collective);
    Error place(const Transfer& transfer, region::Interval& part) const;
    Error prepare(const Transfer& transfer, std::optional<RankTransfer>& rank_transfer);

    WholeFile& file_;
    View view_;
    std::int64_t position_ = 0;
    bool is_atomic_ = false;
};

}  // namespace weft::mpiio

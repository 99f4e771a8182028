// SPDX-License-Identifier: BSD-3-Clause
// A file of MPI-IO: a shared file with a view for each rank. It has few functions; calls.hpp has
// those of the interface.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "files/shared_file.hpp"
#include "mpi/info.hpp"
#include "mpiio/rank_transfer.hpp"
#include "mpiio/shared_pointer.hpp"
#include "mpiio/transfer.hpp"
#include "mpiio/view.hpp"

namespace weft::mpiio {

class File {
public:
    /// Collective over `comm`. Uniform: name, amode; the hints of rank 0 count.
    static Error open(MPI_Comm comm, const char* name, int amode, const mpi::Hints& hints,
                      std::unique_ptr<File>& opened);
    /// Local.
    static Error remove(const char* name);
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() = default;  // never communicates; close() does

    /// Collective. The same on all ranks.
    Error close();

    // Properties.

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] mpi::CommView comm() const { return shared_.comm(); }
    [[nodiscard]] int amode() const { return amode_; }
    [[nodiscard]] const View& view() const { return view_; }
    /// The hints of the program, with the values in force.
    [[nodiscard]] mpi::Hints hints() const;
    void add_hints(const mpi::Hints& hints);
    [[nodiscard]] bool is_atomic() const { return is_atomic_; }

    /// Collective. `make` makes the view of this rank; if one fails, no rank's view changes. Resets
    /// both file pointers.
    using MakeView = std::function<Error(View& made)>;
    Error set_view(const MakeView& make);
    /// Collective.
    Error set_atomicity(bool is_atomic);

    // Moving data.

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

    // Pointers, in etypes.

    [[nodiscard]] std::int64_t position() const { return position_; }
    void set_position(std::int64_t position) { position_ = position; }
    [[nodiscard]] SharedPointer& shared_pointer() { return shared_pointer_; }
    /// Collective. `seek` computes the new position on each rank; that of rank 0 is set.
    using Seek = std::function<Error(std::int64_t now, std::int64_t& target)>;
    Error set_shared_position(const Seek& seek);
    /// The first etype that begins at or behind the end of the file.
    Result<std::int64_t> end();

    // The file as a whole.

    Result<std::int64_t> bytes();
    /// Collective.
    Error resize(std::int64_t bytes);
    /// Collective. Extends the file to this length, and reserves space for it.
    Error preallocate(std::int64_t bytes);
    /// Collective.
    Error sync();

    // Split collectives.

    /// A split collective that has begun and not ended; its outcome is already known.
    struct Split {
        const char* ends_with;
        Moved moved;
    };
    std::optional<Split> split;

private:
    explicit File(std::shared_ptr<engine::CommunicatorState> state)
        : shared_(std::move(state)), shared_pointer_(shared_.state()) {}

    Status open_together(const char* name, const mpi::Hints& hints, const Status& ready);
    void take_hints(const mpi::Hints& hints);
    Status open_at_root(SharedPointer::Start& start);
    [[nodiscard]] storage::File& bytes_of_file() { return *shared_.file().bytes; }
    [[nodiscard]] bool is_plain(const Transfer& transfer) const;
    Status meet(const Transfer& transfer, Moved& moved);
    Status meet_plain(const Transfer& transfer, Moved& moved);
    [[nodiscard]] engine::Outcome settled(const engine::Engine::CollectiveOutcome& outcome) const;
    Moved move_at_once(const Transfer& transfer, bool is_collective);
    Result<std::int64_t> move_plain(const Transfer& transfer, const region::Interval& part,
                                    bool is_collective);
    Error place(const Transfer& transfer, region::Interval& part) const;
    Error prepare(const Transfer& transfer, std::optional<RankTransfer>& rank_transfer);
    struct Rounds {
        std::int64_t count;
        std::function<engine::Outcome(const engine::Request&)> carry_out;
    };
    static Status run(RankTransfer* rank_transfer, Direction direction, const Rounds& rounds,
                      Error& error);
    Status compare(const char* what, std::int64_t mine) const;
    Error change_length(const char* call, std::int64_t bytes, const std::function<Status()>& work);
    void write_report();

    files::SharedFile shared_;
    std::string name_;
    int amode_ = 0;
    mpi::Hints hints_;
    View view_;
    std::int64_t position_ = 0;
    bool is_atomic_ = false;
    SharedPointer shared_pointer_;
};

}  // namespace weft::mpiio

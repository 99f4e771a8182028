// SPDX-License-Identifier: BSD-3-Clause
// A file as MPI-IO has it: a shared file, and what each rank sees of it. The functions of the
// interface are few here; calls.cpp makes the many of them.
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
    /// Collective over `comm`. Uniform: name, amode; of the hints rank 0's count.
    static Error open(MPI_Comm comm, const char* name, int amode, const mpi::Hints& hints,
                      std::unique_ptr<File>& opened);
    /// Of one rank alone.
    static Error remove(const char* name);
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() = default;  // never communicates; close() does

    /// Collective. The same on all ranks.
    Error close();

    // What it is.

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] mpi::CommView comm() const { return shared_.comm(); }
    [[nodiscard]] int amode() const { return amode_; }
    [[nodiscard]] const View& view() const { return view_; }
    /// Those of the program, and those that are in force.
    [[nodiscard]] mpi::Hints hints() const;
    void add_hints(const mpi::Hints& hints);
    [[nodiscard]] bool is_atomic() const { return is_atomic_; }

    /// Collective. `make` makes this rank's; where one rank's cannot be, none is changed. Both file
    /// pointers begin anew.
    using MakeView = std::function<Error(View& made)>;
    Error set_view(const MakeView& make);
    /// Collective.
    Error set_atomicity(bool is_atomic);

    // Moving data.

    /// Collective.
    Moved move_together(const Transfer& transfer);
    /// Collective. One rank's data behind another's, from the shared pointer on.
    Moved move_in_order(Transfer transfer);
    /// Of this rank alone.
    Moved move_alone(const Transfer& transfer);
    /// What can be said of it without looking at the file.
    [[nodiscard]] Error check(const Transfer& transfer) const;
    /// How many etypes such values are; nothing when that is no whole number.
    [[nodiscard]] std::optional<std::int64_t> etypes_of(const Memory& memory) const;

    // Pointers, in etypes.

    [[nodiscard]] std::int64_t position() const { return position_; }
    void set_position(std::int64_t position) { position_ = position; }
    [[nodiscard]] SharedPointer& shared_pointer() { return shared_pointer_; }
    /// Collective. `seek` tells each rank where the shared pointer is to go; rank 0's goes there.
    using Seek = std::function<Error(std::int64_t now, std::int64_t& target)>;
    Error set_shared_position(const Seek& seek);
    /// The first etype that begins at the end of the file or behind it.
    Result<std::int64_t> end();

    // The file as a whole.

    Result<std::int64_t> bytes();
    /// Collective.
    Error resize(std::int64_t bytes);
    /// Collective. The file gets this long, and has room on the disk for it.
    Error preallocate(std::int64_t bytes);
    /// Collective.
    Error sync();

    // Split collectives.

    /// What has begun and not ended; its outcome is known already.
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

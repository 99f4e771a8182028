// SPDX-License-Identifier: BSD-3-Clause
// The file pointer that the ranks of a file share, in etypes. It is a counter that only rises: a
// number in shared memory, or else a word in the memory of rank 0, which the others reach with
// one-sided calls. Some MPIs have no one-sided calls between hosts: then every rank has a counter
// of its own, and only collective calls advance it. All ranks know the value of the counter when
// the pointer was last set, and the position that was set; so setting takes one meeting, in which
// nothing is written, and opening none, if rank 0 adds these to a message that it sends anyway.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.hpp"
#include "engine/communicator_state.hpp"

namespace weft::mpiio {

inline constexpr int root = 0;  // the rank that acts for all

class SharedPointer {
public:
    explicit SharedPointer(std::shared_ptr<engine::CommunicatorState> state)
        : state_(std::move(state)) {}
    SharedPointer(const SharedPointer&) = delete;
    SharedPointer& operator=(const SharedPointer&) = delete;
    ~SharedPointer();  // never communicates; close() does

    /// The facts that all ranks must know before they use the pointer.
    struct Start {
        std::int64_t index;    // of the number in shared memory, if there is any
        std::int64_t counted;  // its value
        std::int64_t position;
    };
    /// Called on rank 0, before the ranks agree that they have the file.
    Start begin_at(std::int64_t position);
    /// Collective, called after that agreement. The same outcome on all ranks. Uniform: start.
    Status open(const Start& start);
    /// Collective.
    void close();

    /// Advances the pointer; returns its old position. Code::enotsupport if only collective calls
    /// can.
    Result<std::int64_t> advance(std::int64_t etypes);
    /// The same on rank 0 in a collective call, in which the other ranks call follow().
    Result<std::int64_t> advance_for_all(std::int64_t etypes);
    void follow(std::int64_t etypes);
    Result<std::int64_t> position() { return advance(0); }
    /// Collective: sets the position of rank 0; no rank returns before it is set. The same outcome
    /// on all ranks.
    Status set(std::int64_t position);

private:
    Status open_window();
    Result<std::int64_t> count(std::int64_t etypes);

    std::shared_ptr<engine::CommunicatorState> state_;
    std::optional<std::size_t> index_;  // rank 0 must release it
    engine::shm::Collectives::Counter* counter_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;  // if there is no counter
    std::int64_t* word_ = nullptr;   // of the window; that of rank 0 counts
    bool is_mirrored_ = false;       // each rank has a counter of its own
    std::int64_t alone_ = 0;         // that counter, also for a single rank
    std::int64_t begin_ = 0;         // the value of the counter for position 0
};

}  // namespace weft::mpiio

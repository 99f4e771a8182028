// SPDX-License-Identifier: BSD-3-Clause
// The file pointer that the ranks of a file share, in etypes. What they move on is a counter that
// only rises: a number in memory that all ranks share, or where there is none, a word in the memory
// of rank 0, which the others reach with one-sided calls. Some MPIs have none of these between
// hosts: then every rank has a counter of its own, and only calls of all ranks together move them
// on. All ranks know where it stood when the
// pointer was last set, and to where; so setting it takes one meeting, in which nothing is written,
// and opening it none, where rank 0 can tell that in a message which it sends anyway.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.hpp"
#include "engine/communicator_state.hpp"

namespace weft::mpiio {

inline constexpr int root = 0;  // the rank that does what one does for all

class SharedPointer {
public:
    explicit SharedPointer(std::shared_ptr<engine::CommunicatorState> state)
        : state_(std::move(state)) {}
    SharedPointer(const SharedPointer&) = delete;
    SharedPointer& operator=(const SharedPointer&) = delete;
    ~SharedPointer();  // never communicates; close() does

    /// What ranks have to know before they use it.
    struct Start {
        std::int64_t index;    // of the number in shared memory, if they come to share any
        std::int64_t counted;  // there
        std::int64_t position;
    };
    /// Rank 0, before the ranks agree that they have the file.
    Start begin_at(std::int64_t position);
    /// Collective, when they have. The same outcome on all ranks. Uniform: start.
    Status open(const Start& start);
    /// Collective.
    void close();

    /// Moves it on by so many etypes, and says where it was. Code::enotsupport where only all ranks
    /// together can.
    Result<std::int64_t> advance(std::int64_t etypes);
    /// The same at rank 0, in a call of all ranks; the others follow().
    Result<std::int64_t> advance_for_all(std::int64_t etypes);
    void follow(std::int64_t etypes);
    Result<std::int64_t> position() { return advance(0); }
    /// Collective: to where rank 0 says, and no rank goes on before it is there. The same outcome
    /// on all ranks.
    Status set(std::int64_t position);

private:
    Status open_window();
    Result<std::int64_t> count(std::int64_t etypes);

    std::shared_ptr<engine::CommunicatorState> state_;
    std::optional<std::size_t> index_;  // rank 0's to give back
    engine::shm::Collectives::Counter* counter_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;  // without a counter
    std::int64_t* word_ = nullptr;   // of the window; rank 0's counts
    bool is_mirrored_ = false;       // each rank has its own
    std::int64_t alone_ = 0;         // this one, also of a single rank
    std::int64_t begin_ = 0;         // where the counter stood for position 0
};

}  // namespace weft::mpiio

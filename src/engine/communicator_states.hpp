// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of the user is shared by the files over it, as long as these
// take turns: calls that are collective come in one order, whatever their file, so the messages of
// two files do not meet. Communicators of one rank, which libraries make for each file, share what
// is kept with MPI_COMM_SELF. Duplicates of MPI_COMM_WORLD do not: a rank that fails in a file over
// one would be out of step with the others in the next file over another, where none can hear of
// it. Threads bring no such order. Where MPI lets several of them call, and where there is no MPI,
// each file has a memory of its own while it is open, and with it a communicator, which a later
// file takes over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/communicator_state.hpp"
#include "mpi/call.hpp"

namespace weft::engine {

class CommunicatorStates : public std::enable_shared_from_this<CommunicatorStates> {
public:
    /// A memory of the user's communicator's ranks, for a file. Collective over `original`, so
    /// threads must not call for the same one at the same time; but for one of a single rank,
    /// MPI_COMM_SELF before all, they may. `call`: for which it is. Errors: as
    /// mpi::Comm::duplicate(), and what makes a collective call fail.
    static Result<std::shared_ptr<CommunicatorState>> borrow(MPI_Comm original,
                                                             const mpi::Call& call = {
                                                                 .name = "opening a file"});

    // What this process has measured of file systems (by device), for communicators that meet them
    // later: programs make one for each file. Kept with MPI_COMM_SELF; threads may call.

    static std::optional<CostModel> measured_cost(std::uint64_t device);
    static void keep_measured_cost(std::uint64_t device, const CostModel& cost);

    /// Memory for windows that this process keeps from one communicator for the next; null where
    /// there can be none.
    static std::shared_ptr<shm::KeptSegment> kept_segment();

private:
    struct Loan {
        CommunicatorState memory;
        int files = 0;
        std::int64_t lent = 0;  // how many times; uniform
    };

    static Result<std::shared_ptr<CommunicatorStates>> of(MPI_Comm comm);
    Result<std::shared_ptr<CommunicatorState>> lend(MPI_Comm original, const mpi::Call& call);
    Status meet(MPI_Comm original, const mpi::Call& call, std::size_t index, Loan*& loan);
    Result<std::shared_ptr<CommunicatorState>> lend(Loan& loan);
    std::size_t choose(MPI_Comm original);
    Loan& at(std::size_t index);
    void begin_anew(std::size_t index);
    std::vector<std::int64_t> idle_ones();
    void give_back(Loan& loan);

    std::mutex turn_;   // of threads that borrow where there is one rank
    std::mutex guard_;  // of the loans, which a file gives back when it likes, and of the costs
    std::vector<std::unique_ptr<Loan>> loans_;  // the same number on all ranks
    std::vector<std::unique_ptr<Loan>> lost_;   // that files may still have
    std::map<std::uint64_t, CostModel> measured_costs_;
    const std::shared_ptr<shm::KeptSegment> kept_segment_ = std::make_shared<shm::KeptSegment>();
    std::optional<bool> for_one_file_;  // at a time. Uniform; set with the first memory
};

}  // namespace weft::engine

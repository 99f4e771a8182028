// SPDX-License-Identifier: BSD-3-Clause
// Files over one communicator of the user share what Weft keeps with it. They may, because they
// take turns: all ranks make collective calls in one order, whatever the file, so the messages of
// two files do not meet. Libraries make communicators of one rank for each file; these share what
// Weft keeps with MPI_COMM_SELF. Duplicates of MPI_COMM_WORLD do not share: a rank that fails in a
// file over one of them would be out of step with the others in the next file, over another
// duplicate, where the others cannot hear of the failure. Threads bring no order. Where MPI lets
// several threads call, and where there is no MPI, each file that is open has a state of its own,
// with a communicator of its own, and a later file takes the state over.
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
    /// Collective over `original`. Lends a file the state of the ranks of the user's communicator.
    /// Threads must not call for the same communicator at the same time, unless it has a single
    /// rank, as MPI_COMM_SELF has. `call`: the call of the user that needs the state. Errors: as
    /// mpi::Comm::duplicate(), and what makes a collective call fail.
    static Result<std::shared_ptr<CommunicatorState>> borrow(MPI_Comm original,
                                                             const mpi::Call& call = {
                                                                 .name = "opening a file"});

    // What this process has measured of file systems, by device. Programs make a communicator for
    // each file, so later communicators use what earlier ones have measured. MPI_COMM_SELF keeps
    // it; threads may call.

    static std::optional<CostModel> measured_cost(std::uint64_t device);
    static void keep_measured_cost(std::uint64_t device, const CostModel& cost);

    /// The memory for windows that this process keeps when a communicator ends, for the next one.
    /// Null if there can be none.
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

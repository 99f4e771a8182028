// SPDX-License-Identifier: BSD-3-Clause
#include "engine/communicator_states.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mpi/attachment.hpp"
#include "mpi/together.hpp"

namespace weft::engine {
namespace {

/// Collective. MPI may have granted threads to some ranks only.
bool threads_may_call(mpi::CommView comm) {
    std::array<std::int64_t, 1> any = {mpi::threads_may_call()};
    if (comm.size() > 1) comm.all_reduce_max(any);
    return any[0] != 0;
}

}  // namespace

Result<std::shared_ptr<CommunicatorState>> CommunicatorStates::borrow(MPI_Comm original) {
    Status usable = mpi::Comm::check(original);
    if (!usable.ok()) return usable;
    original = mpi::Comm::self_if_alone(original);
    std::shared_ptr<CommunicatorStates> memories;
    const Status kept = mpi::local([&] {
        const auto found =
            mpi::attachment(original, [] { return std::make_shared<CommunicatorStates>(); });
        if (found.ok()) memories = std::static_pointer_cast<CommunicatorStates>(found.value());
        return found.status();
    });
    // The others are about to make a communicator, and are to hear of it.
    if (!kept.ok()) return mpi::Comm::duplicate(original, kept).status();
    // With other ranks, locks that are taken in different orders would wait for each other.
    std::unique_lock turn(memories->turn_, std::defer_lock);
    if (mpi::Comm::is_of_one_rank(original)) turn.lock();
    return memories->lend(original);
}

Result<std::shared_ptr<CommunicatorState>> CommunicatorStates::lend(MPI_Comm original) {
    Loan* loan = nullptr;
    const Status chosen = mpi::local([&] {
        loan = &choose(original);
        return Status();
    });
    if (!chosen.ok()) return mpi::Comm::duplicate(original, chosen).status();
    // From here on all ranks have it or none.
    Status opened = loan->memory.open(original);
    if (!opened.ok()) return opened;
    const mpi::CommView comm = loan->memory.comm();
    std::shared_ptr<CommunicatorState> lent;
    const Status asked = mpi::attempt(comm, [&] {
        if (!for_one_file_) for_one_file_ = threads_may_call(comm);
        {
            const std::lock_guard lock(guard_);
            ++loan->files;
        }
        lent.reset(&loan->memory, [self = shared_from_this(), loan](CommunicatorState*) {
            self->give_back(*loan);
        });
        return Status();
    });
    if (!asked.ok()) return asked;
    return lent;
}

/// Collective, where files have memories of their own: one that is idle on all ranks, whichever
/// have closed more files so far, or a new one.
CommunicatorStates::Loan& CommunicatorStates::choose(MPI_Comm original) {
    if (!for_one_file_.value_or(false)) return at(0);
    const mpi::CommView users = mpi::Comm::view_of(original);
    std::vector<std::int64_t> idle = idle_ones();
    if (users.size() > 1) users.all_reduce_min(idle);
    return at(static_cast<std::size_t>(std::ranges::find(idle, 1) - idle.begin()));
}

CommunicatorStates::Loan& CommunicatorStates::at(std::size_t index) {
    const std::lock_guard lock(guard_);
    if (index == loans_.size()) loans_.push_back(std::make_unique<Loan>());
    // What was lost, was lost for all ranks, who all begin anew.
    if (loans_[index]->memory.comm().is_lost())
        lost_.push_back(std::exchange(loans_[index], std::make_unique<Loan>()));
    return *loans_[index];
}

std::vector<std::int64_t> CommunicatorStates::idle_ones() {
    const std::lock_guard lock(guard_);
    std::vector<std::int64_t> idle;
    for (const auto& loan : loans_) idle.push_back(loan->files == 0 ? 1 : 0);
    return idle;
}

void CommunicatorStates::give_back(Loan& loan) {
    const std::lock_guard lock(guard_);
    --loan.files;
}

}  // namespace weft::engine

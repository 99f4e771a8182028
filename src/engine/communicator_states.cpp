// SPDX-License-Identifier: BSD-3-Clause
#include "engine/communicator_states.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mpi/attachment.hpp"
#include "mpi/together.hpp"

namespace weft::engine {
namespace {

/// Collective.
bool any_rank(mpi::CommView comm, bool mine) {
    std::array<std::int64_t, 1> any = {mine ? 1 : 0};
    if (comm.size() > 1) comm.all_reduce_max(any);
    return any[0] != 0;
}

}  // namespace

Result<std::shared_ptr<CommunicatorState>> CommunicatorStates::borrow(MPI_Comm original) {
    Status usable = mpi::Comm::check(original);
    if (!usable.ok()) return usable;
    const MPI_Comm mpis_own = mpi::Comm::mpis_own(original);
    const bool is_of_one_rank = mpi::Comm::is_of_one_rank(original);
    if (is_of_one_rank && mpis_own != original) return borrow(mpis_own);
    std::shared_ptr<CommunicatorStates> memories;
    Status kept = mpi::local([&] {
        const auto found =
            mpi::attachment(original, [] { return std::make_shared<CommunicatorStates>(); });
        if (found.ok()) memories = std::static_pointer_cast<CommunicatorStates>(found.value());
        return found.status();
    });
    if (mpis_own != original) {
        kept.keep_first(choose_home(original, mpis_own, memories.get()));
        if (kept.ok() && *memories->home_ == mpis_own) return borrow(mpis_own);
    }
    // The others are about to make a communicator, and are to hear of it.
    if (!kept.ok()) return mpi::Comm::duplicate(original, kept).status();
    // With other ranks, locks that are taken in different orders would wait for each other.
    std::unique_lock turn(memories->turn_, std::defer_lock);
    if (is_of_one_rank) turn.lock();
    return memories->lend(original);
}

/// Collective at first use. A communicator has memories of its own where it has other ranks than
/// MPI's, and where threads may open files over two of them at the same time. So it does, too,
/// where a rank cannot tell, or has none to keep the answer in.
Status CommunicatorStates::choose_home(MPI_Comm original, MPI_Comm mpis_own,
                                       CommunicatorStates* memories) {
    if (memories != nullptr && memories->home_) return {};
    bool is_own = memories == nullptr || mpi::threads_may_call();
    const Status looked = mpi::local([&] {
        is_own = is_own || !mpi::Comm::looks_like_world(original);
        return Status();
    });
    return mpi::local([&] {
        is_own = any_rank(mpi::Comm::view_of(original), is_own || !looked.ok());
        if (memories != nullptr) memories->home_ = is_own ? original : mpis_own;
        return Status();
    });
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
        if (!for_one_file_)
            for_one_file_ =
                any_rank(comm, mpi::threads_may_call());  // MPI may have granted them to some only
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

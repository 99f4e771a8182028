// SPDX-License-Identifier: BSD-3-Clause
#include "engine/node/memories.hpp"

#include <algorithm>
#include <array>

#include "mpi/attachment.hpp"

namespace weft::engine::node {
namespace {

/// Collective. MPI may have granted threads to some ranks only.
bool threads_may_call(mpi::CommView comm) {
    std::array<std::int64_t, 1> any = {mpi::threads_may_call()};
    if (comm.size() > 1) comm.all_reduce_max(any);
    return any[0] != 0;
}

}  // namespace

Result<std::shared_ptr<Memory>> Memories::borrow(MPI_Comm original) {
    Status usable = mpi::Comm::check(original);
    if (!usable.ok()) return usable;
    const auto memories = std::static_pointer_cast<Memories>(
        mpi::attachment(original, [] { return std::make_shared<Memories>(); }));
    // With other ranks, locks that are taken in different orders would wait for each other.
    std::unique_lock turn(memories->turn_, std::defer_lock);
    if (mpi::Comm::view_of(original).size() == 1) turn.lock();
    return memories->lend(original);
}

Result<std::shared_ptr<Memory>> Memories::lend(MPI_Comm original) {
    Loan& loan = choose(mpi::Comm::view_of(original));
    // From here on all ranks have it or none.
    Status opened = loan.memory.open(original);
    if (!opened.ok()) return opened;
    if (!for_one_file_) for_one_file_ = threads_may_call(loan.memory.comm());
    {
        const std::lock_guard lock(guard_);
        ++loan.files;
    }
    return std::shared_ptr<Memory>(
        &loan.memory, [self = shared_from_this(), &loan](Memory*) { self->give_back(loan); });
}

/// Collective, where files have memories of their own: one that is idle on all ranks, whichever
/// have closed more files so far, or a new one.
Memories::Loan& Memories::choose(mpi::CommView users) {
    if (!for_one_file_.value_or(false)) return at(0);
    std::vector<std::int64_t> idle = idle_ones();
    if (users.size() > 1) users.all_reduce_min(idle);
    return at(static_cast<std::size_t>(std::ranges::find(idle, 1) - idle.begin()));
}

Memories::Loan& Memories::at(std::size_t index) {
    const std::lock_guard lock(guard_);
    if (index == loans_.size()) loans_.push_back(std::make_unique<Loan>());
    return *loans_[index];
}

std::vector<std::int64_t> Memories::idle_ones() {
    const std::lock_guard lock(guard_);
    std::vector<std::int64_t> idle;
    for (const auto& loan : loans_) idle.push_back(loan->files == 0 ? 1 : 0);
    return idle;
}

void Memories::give_back(Loan& loan) {
    const std::lock_guard lock(guard_);
    --loan.files;
}

}  // namespace weft::engine::node

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/node/memories.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mpi/attachment.hpp"
#include "mpi/together.hpp"

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
    const auto kept = mpi::attachment(original, [] { return std::make_shared<Memories>(); });
    // Where there is none, all ranks are to hear of it.
    const auto memories =
        kept.ok() ? std::static_pointer_cast<Memories>(kept.value()) : std::make_shared<Memories>();
    // With other ranks, locks that are taken in different orders would wait for each other.
    std::unique_lock turn(memories->turn_, std::defer_lock);
    if (mpi::Comm::is_of_one_rank(original)) turn.lock();
    return memories->lend(original, kept.status());
}

Result<std::shared_ptr<Memory>> Memories::lend(MPI_Comm original, const Status& mine) {
    Loan& loan = choose(original);
    // From here on all ranks have it or none.
    Status opened = loan.memory.open(original, mine);
    if (!opened.ok()) return opened;
    const mpi::CommView comm = loan.memory.comm();
    if (!for_one_file_) {
        const Status asked = mpi::attempt(comm, [&] {
            for_one_file_ = threads_may_call(comm);
            return Status();
        });
        if (!asked.ok()) return asked;
    }
    {
        const std::lock_guard lock(guard_);
        ++loan.files;
    }
    return std::shared_ptr<Memory>(
        &loan.memory, [self = shared_from_this(), &loan](Memory*) { self->give_back(loan); });
}

/// Collective, where files have memories of their own: one that is idle on all ranks, whichever
/// have closed more files so far, or a new one.
Memories::Loan& Memories::choose(MPI_Comm original) {
    if (!for_one_file_.value_or(false)) return at(0);
    const mpi::CommView users = mpi::Comm::view_of(original);
    std::vector<std::int64_t> idle = idle_ones();
    if (users.size() > 1) users.all_reduce_min(idle);
    return at(static_cast<std::size_t>(std::ranges::find(idle, 1) - idle.begin()));
}

Memories::Loan& Memories::at(std::size_t index) {
    const std::lock_guard lock(guard_);
    if (index == loans_.size()) loans_.push_back(std::make_unique<Loan>());
    // What was lost, was lost for all ranks, who all begin anew.
    if (loans_[index]->memory.comm().is_lost())
        lost_.push_back(std::exchange(loans_[index], std::make_unique<Loan>()));
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

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

Result<std::shared_ptr<CommunicatorState>> CommunicatorStates::borrow(MPI_Comm original,
                                                                      const mpi::Call& call) {
    Status usable = mpi::Comm::check(original);
    if (!usable.ok()) return usable;
    original = mpi::Comm::self_if_alone(original);
    const Result<std::shared_ptr<CommunicatorStates>> kept = of(original);
    // The others are about to make a communicator, and are to hear of it.
    if (!kept.ok()) return mpi::Comm::duplicate(original, kept.status()).status();
    const std::shared_ptr<CommunicatorStates>& memories = kept.value();
    // With other ranks, locks that are taken in different orders would wait for each other.
    std::unique_lock turn(memories->turn_, std::defer_lock);
    if (mpi::Comm::is_of_one_rank(original)) turn.lock();
    return memories->lend(original, call);
}

Result<std::shared_ptr<CommunicatorStates>> CommunicatorStates::of(MPI_Comm comm) {
    std::shared_ptr<CommunicatorStates> memories;
    const Status kept = mpi::local([&] {
        const auto found =
            mpi::attachment(comm, [] { return std::make_shared<CommunicatorStates>(); });
        if (found.ok()) memories = std::static_pointer_cast<CommunicatorStates>(found.value());
        return found.status();
    });
    if (!kept.ok()) return kept;
    return memories;
}

std::optional<CostModel> CommunicatorStates::measured_cost(std::uint64_t device) {
    const auto own = of(MPI_COMM_SELF);
    if (!own.ok()) return std::nullopt;
    const std::lock_guard lock(own.value()->guard_);
    const auto found = own.value()->measured_costs_.find(device);
    if (found == own.value()->measured_costs_.end()) return std::nullopt;
    return found->second;
}

void CommunicatorStates::keep_measured_cost(std::uint64_t device, const CostModel& cost) {
    const auto own = of(MPI_COMM_SELF);
    if (!own.ok()) return;  // it is measured again
    const std::lock_guard lock(own.value()->guard_);
    own.value()->measured_costs_.insert_or_assign(device, cost);
}

std::shared_ptr<shm::KeptSegment> CommunicatorStates::kept_segment() {
    const auto own = of(MPI_COMM_SELF);
    return own.ok() ? own.value()->kept_segment_ : nullptr;
}

Result<std::shared_ptr<CommunicatorState>> CommunicatorStates::lend(MPI_Comm original,
                                                                    const mpi::Call& call) {
    std::size_t index = 0;
    const Status chosen = mpi::local([&] {
        index = choose(original);
        return Status();
    });
    if (!chosen.ok()) return mpi::Comm::duplicate(original, chosen).status();
    Loan* loan = nullptr;
    const Status met = meet(original, call, index, loan);
    if (!met.ok()) return met;
    return lend(*loan);
}

/// Collective. From here on all ranks have the memory or none. A rank that failed with an earlier
/// file knows that the communicator is lost, and is about to make another; the others may not have
/// heard of it yet. They do now, and follow it. What is lost in this very call fails the call.
Status CommunicatorStates::meet(MPI_Comm original, const mpi::Call& call, std::size_t index,
                                Loan*& loan) {
    const Status there = mpi::local([&] {
        loan = &at(index);
        return Status();
    });
    if (!there.ok()) return mpi::Comm::duplicate(original, there).status();
    const bool is_new = loan->lent++ == 0;
    if (!is_new) {
        const mpi::CommView comm = loan->memory.comm();
        comm.begin_round(loan->lent);
        // Even to tell what was lost takes memory.
        Status met = mpi::local([&] {
            return mpi::together(comm, call, [&] {
                comm.barrier();
                return Status();
            });
        });
        if (met.ok() || !comm.is_lost() || comm.round_of_loss() == loan->lent) return met;
    }
    const Status begun = mpi::local([&] {
        if (!is_new) begin_anew(index);
        loan = &at(index);
        return Status();
    });
    if (!begun.ok()) return mpi::Comm::duplicate(original, begun).status();
    loan->lent = 1;
    Status opened = loan->memory.open(original);
    if (opened.ok()) loan->memory.comm().begin_round(1);
    if (!opened.ok()) loan->lent = 0;
    return opened;
}

Result<std::shared_ptr<CommunicatorState>> CommunicatorStates::lend(Loan& loan) {
    const mpi::CommView comm = loan.memory.comm();
    std::shared_ptr<CommunicatorState> lent;
    const Status asked = mpi::attempt(comm, [&] {
        if (!for_one_file_) for_one_file_ = threads_may_call(comm);
        {
            const std::lock_guard lock(guard_);
            ++loan.files;
        }
        lent.reset(&loan.memory, [self = shared_from_this(), &loan](CommunicatorState*) {
            self->give_back(loan);
        });
        return Status();
    });
    if (!asked.ok()) return asked;
    return lent;
}

/// Collective, where files have memories of their own: one that is idle on all ranks, whichever
/// have closed more files so far, or a new one.
std::size_t CommunicatorStates::choose(MPI_Comm original) {
    if (!for_one_file_.value_or(false)) return 0;
    const mpi::CommView users = mpi::Comm::view_of(original);
    std::vector<std::int64_t> idle = idle_ones();
    if (users.size() > 1) users.all_reduce_min(idle);
    return static_cast<std::size_t>(std::ranges::find(idle, 1) - idle.begin());
}

CommunicatorStates::Loan& CommunicatorStates::at(std::size_t index) {
    const std::lock_guard lock(guard_);
    if (index == loans_.size()) loans_.push_back(std::make_unique<Loan>());
    return *loans_[index];
}

/// Files may still have the memory that was lost.
void CommunicatorStates::begin_anew(std::size_t index) {
    const std::lock_guard lock(guard_);
    for_one_file_.reset();  // on all ranks, also where memory is short for the rest
    auto fresh = std::make_unique<Loan>();
    lost_.reserve(lost_.size() + 1);
    lost_.push_back(std::exchange(loans_[index], std::move(fresh)));
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

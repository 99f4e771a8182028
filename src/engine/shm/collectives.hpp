// SPDX-License-Identifier: BSD-3-Clause
// Small collectives without MPI, for the ranks of a communicator that are on one node. They take a
// few microseconds, also where ranks share cores, so that those of MPI look for each other in vain.
//
// To make them costs no message. Rank 0 offers memory under a name, and tells the others the name
// in a message that it sends anyway. A rank that can join the memory by its name is on the same
// node. Whether all have joined is part of an agreement that the ranks need anyway.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/shm/all_gather.hpp"
#include "mpi/comm.hpp"
#include "mpi/shortcut.hpp"

namespace weft::engine::shm {

class Collectives final : public mpi::Shortcut {
public:
    using Name = Segment::Name;

    /// Called on rank 0: offers memory. Returns null if there is none to share.
    static std::unique_ptr<Collectives> offer(mpi::CommView comm);
    [[nodiscard]] const Name& name() const { return segment_->name(); }
    /// Called on other ranks: joins the memory. Returns null if the rank cannot map it.
    static std::unique_ptr<Collectives> join(mpi::CommView comm, const Name& name);
    /// All ranks call it when they have joined, before the first exchange. It removes the name.
    void open();

    bool enter(const mpi::Call& call) override;
    [[nodiscard]] std::optional<mpi::Verdict> verdict() const override { return calls_.verdict(); }
    std::optional<mpi::Verdict> leave() override { return calls_.leave(); }
    void fail(const Status& why, std::int64_t round) override { calls_.fail(why, round); }
    [[nodiscard]] std::vector<std::int64_t> ended_files() const override {
        return calls_.ended_files();
    }
    /// A number that all ranks see and change. The caller decides which number is used for what.
    using Counter = std::atomic<std::int64_t>;
    static constexpr std::size_t counter_count = 64;
    [[nodiscard]] Counter& counter(std::size_t index);

    /// The processes of all ranks, when they have joined (mpi/processes.hpp).
    [[nodiscard]] std::vector<std::int64_t> processes() const;
    /// The roll call, for other code that waits for the same ranks.
    [[nodiscard]] RollCall& calls() { return calls_; }

    bool exchange(std::span<const std::byte> mine) override {
        return all_gather_.exchange(mine, liveness_);
    }
    [[nodiscard]] const std::byte* shown_by(int rank) const override {
        return all_gather_.shown_by(rank);
    }
    bool await_others() override { return all_gather_.await_others(liveness_); }
    [[nodiscard]] const std::byte* offered_by(int rank) const override {
        return all_gather_.offered_by(rank);
    }

private:
    struct Control;
    Collectives(std::unique_ptr<Segment> segment, mpi::CommView comm);

    std::unique_ptr<Segment> segment_;
    int ranks_;
    Control* control_;
    RollCall calls_;
    LivenessCheck liveness_;
    AllGather all_gather_;
};

}  // namespace weft::engine::shm

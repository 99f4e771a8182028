// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/collectives.hpp"

#include <array>

namespace weft::engine::shm {

/// The head of the segment, all zero at the start. Behind it are the ranks' processes, then their
/// calls, then the all-gather.
struct alignas(64) Collectives::Control {
    Word broken;
    alignas(64) std::array<Counter, counter_count> counters;
};
static_assert(Collectives::Counter::is_always_lock_free);

namespace {

using Process = std::atomic<std::int64_t>;

std::size_t processes_bytes(int ranks) {
    constexpr std::size_t line = 64;
    return (static_cast<std::size_t>(ranks) * sizeof(Process) + line - 1) / line * line;
}

std::size_t bytes_for(int ranks, std::size_t control_bytes) {
    return control_bytes + processes_bytes(ranks) + RollCall::bytes_for(ranks) +
           AllGather::bytes_for(ranks, mpi::Shortcut::most_bytes);
}

}  // namespace

Collectives::Collectives(std::unique_ptr<Segment> segment, mpi::CommView comm)
    : segment_(std::move(segment)),
      ranks_(comm.size()),
      control_(reinterpret_cast<Control*>(segment_->data())),
      calls_(segment_->data() + sizeof(Control) + processes_bytes(comm.size()), comm.rank(),
             comm.size()),
      liveness_(*segment_, control_->broken, comm.size(), &calls_),
      all_gather_(segment_->data() + sizeof(Control) + processes_bytes(comm.size()) +
                      RollCall::bytes_for(comm.size()),
                  comm.rank(), comm.size(), most_bytes, &calls_) {
    auto* const processes = reinterpret_cast<Process*>(control_ + 1);
    processes[comm.rank()].store(mpi::own_process());
}

std::unique_ptr<Collectives> Collectives::offer(mpi::CommView comm) {
    auto segment = Segment::offer(bytes_for(comm.size(), sizeof(Control)));
    if (segment == nullptr) return nullptr;
    return std::unique_ptr<Collectives>(new Collectives(std::move(segment), comm));
}

std::unique_ptr<Collectives> Collectives::join(mpi::CommView comm, const Name& name) {
    auto segment = Segment::join(name, bytes_for(comm.size(), sizeof(Control)));
    if (segment == nullptr) return nullptr;
    return std::unique_ptr<Collectives>(new Collectives(std::move(segment), comm));
}

void Collectives::open() {
    segment_->withdraw();
    segment_->watch(processes());
}

std::vector<std::int64_t> Collectives::processes() const {
    const auto* const processes = reinterpret_cast<const Process*>(control_ + 1);
    return {processes, processes + ranks_};
}

Collectives::Counter& Collectives::counter(std::size_t index) {
    return control_->counters[index];
}

bool Collectives::enter(const mpi::Call& call) {
    while (!calls_.has_verdict() && !calls_.is_settled()) {
        const std::uint32_t old = calls_.acknowledgements().load();
        if (!calls_.is_settled() && !liveness_.wait(calls_.acknowledgements(), old)) return false;
    }
    calls_.enter(call);
    return !calls_.has_verdict();
}

}  // namespace weft::engine::shm

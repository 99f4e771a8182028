// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/recorder.hpp"

#include <array>
#include <chrono>
#include <cmath>

namespace weft::engine {
namespace {

/// Collective. How many nodes the ranks are on; 0 where MPI cannot tell.
std::int64_t count_nodes(mpi::CommView comm) {
    Result<mpi::Comm> node = mpi::Comm::split_by_node(comm);
    std::array<std::int64_t, 2> sums = {0, 0};  // first ranks of nodes, ranks that do not know
    if (node.ok()) {
        sums[0] = node.value().view().rank() == 0 ? 1 : 0;
        node.value().close();
    } else {
        sums[1] = 1;
    }
    comm.all_reduce_sum(sums);
    return sums[1] == 0 ? sums[0] : 0;
}

}  // namespace

double now_seconds() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

Clock agree_on_clock(mpi::CommView comm) {
    if (comm.size() == 1) return {.origin = now_seconds(), .is_common = true, .nodes = 1};
    const std::int64_t nodes = count_nodes(comm);
    comm.barrier();
    const double now = now_seconds();
    // The earliest and, negated, the latest, in nanoseconds.
    const std::int64_t mine = std::llround(now * 1e9);
    std::array<std::int64_t, 2> ends = {mine, -mine};
    comm.all_reduce_min(ends);
    // Ranks of one node may live in containers with clocks of their own.
    constexpr std::int64_t much_later = 10'000'000'000;
    const bool is_common = nodes == 1 && -ends[1] - ends[0] < much_later;
    return {.origin = is_common ? static_cast<double>(ends[0]) * 1e-9 : now,
            .is_common = is_common,
            .nodes = static_cast<int>(nodes)};
}

void Recorder::note(const Event& event) {
    Event moved = event;
    moved.begin -= clock_.origin;
    moved.end -= clock_.origin;
    trace_.add(moved);
}

void Recorder::wrote(const Event& event) {
    timeline_.wrote(since_origin(event.begin), event.offset, event.bytes);
    note(event);
}

void Recorder::read(const Event& event) {
    timeline_.read(since_origin(event.begin), event.offset, event.bytes);
    note(event);
}

}  // namespace weft::engine

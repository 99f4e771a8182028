// SPDX-License-Identifier: BSD-3-Clause
// What methods have in common. Each method moves the same bytes; the planner
// decides which one is the fastest. A method that communicates settles its channels before its
// ranks agree. After other methods the engine does that, so that storage goes on while other files
// move.
#pragma once

#include <span>
#include <vector>

#include "engine/plan/method_entry.hpp"
#include "engine/plan/plan.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/request.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/window.hpp"
#include "mpi/comm.hpp"

namespace weft::engine {

namespace shm {
class WindowArena;
class WriterSlots;
}  // namespace shm
namespace twophase {
struct FilePattern;
class NodeExchange;
}  // namespace twophase

/// How a method ended on this rank.
struct Outcome {
    Status status;
    bool all_in_range = true;  // no value had to be replaced

    void add(const Outcome& more) {
        status.keep_first(more.status);
        all_in_range = all_in_range && more.all_in_range;
    }
};

/// The objects and settings that a method works with.
struct MethodContext {
    Channel& channel;
    const Options& options;
    const CostModel& cost;
    RewriteLease& lease;  // of this call
    Neighbours neighbours;
    shm::RewriteGate* gate =
        nullptr;  // where neighbours keep clear of each other; null: by locks alone
    shm::WriterSlots* turns = nullptr;  // direct puts side by side: where their ranks take turns
    std::uint32_t writers = 1;          // that may write at a time
};

/// One of the files of a call. For a method that needs all ranks, there is at least one file; the
/// files and their plans are uniform, and all plans for shared memory have the same window_bytes.
struct FileCall {
    const Request& request;  // this rank's
    MethodContext context;
    const Plan& plan;
    const std::vector<Summary>* ranks = nullptr;  // what each brings, where they share memory
    twophase::FilePattern* pattern = nullptr;     // what all bring; null: of this rank alone
};

/// The means of communication that the engine gives a method that needs them.
struct Means {
    mpi::CommView comm;
    shm::WindowArena* arena = nullptr;                // has begun the call
    twophase::NodeExchange* node_exchange = nullptr;  // of exchanges by messages
};

/// Moves every run by a call of its own, long runs in pieces that stay in the cache. It does not
/// communicate, but puts of one node may take turns.
Outcome run_direct(const Request& request, const MethodContext& context);

/// Does the same for storage that takes all runs of a piece in one call. It does not communicate.
Outcome run_shapes(const Request& request, const MethodContext& context);

/// Moves windows of the hinted size over this rank's own bytes. A put locks and rewrites windows
/// with holes, where that pays. Paper 2, section 5 (data sieving). It does not communicate.
Outcome run_sieve(const Request& request, const MethodContext& context);

/// Collective, on one node. Ranks bring their bytes into file order in windows of shared memory,
/// then one rank moves each window by one call. Windows of several files move side by side. Paper
/// 2, section 6 (collective I/O). For ranks between nodes there is twophase/two_phase.hpp, which
/// has the entry for both. The status is the same on all ranks. Uniform: see FileCall. `arena` has
/// begun the call.
Outcome run_shared_windows(std::span<const FileCall> files, shm::WindowArena& arena,
                           mpi::CommView comm);
double shared_windows_seconds(const CallFacts& call);

/// Collective. Rank 0 does the I/O of all ranks, run by run. That is slow and obviously right.
Outcome run_reference(const Request& request, const MethodContext& context, mpi::CommView comm);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The ways to carry out a request, and their entries for the table of methods. Each moves the same
// bytes; which is fastest is the planner's matter. Methods that communicate settle what they have
// left to storage before their ranks agree; the others leave that to the engine, so that it happens
// while the call's other files are moved.
#pragma once

#include <span>
#include <vector>

#include "engine/plan/method_table.hpp"
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

/// What a method works with.
struct Context {
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

/// One of the files of a call. Uniform, where a method needs all ranks: the files, of which there
/// is at least one, with their plans; window_bytes of plans for shared memory is the same.
struct FileCall {
    const Request& request;  // this rank's
    Context context;
    const Plan& plan;
    const std::vector<Summary>* ranks = nullptr;  // what each brings, where they share memory
    twophase::FilePattern* pattern = nullptr;     // what all bring; null: of this rank alone
};

/// What ranks have together, as far as a method needs it.
struct Means {
    mpi::CommView comm;
    shm::WindowArena* arena = nullptr;     // has begun the call
    twophase::NodeExchange* node_exchange = nullptr;  // of exchanges by messages
};

/// Every run by a call of its own, long ones in pieces that stay in the cache. Does not
/// communicate, but puts of one node may take turns.
Outcome run_direct(const Request& request, const Context& context);

/// Direct, for storage that takes a piece's runs in one call. Does not communicate.
Outcome run_shapes(const Request& request, const Context& context);

/// Windows of the hinted size over this rank's own bytes; puts keep the holes by locking and
/// rewriting, where that pays. Paper 2, section 5 (data sieving). Does not communicate.
Outcome run_sieve(const Request& request, const Context& context);

/// Collective, on one node. Ranks bring their bytes into file order in windows of memory that they
/// share, then each window moves with one call; windows of several files side by side. Paper 2,
/// section 6 (collective I/O); between nodes that is twophase/two_phase.hpp, which has the entry of
/// both. The status is the same on all ranks. Uniform: as of FileCall. `arena` has begun the call.
Outcome run_shared_windows(std::span<const FileCall> files, shm::WindowArena& arena,
                           mpi::CommView comm);
double shared_windows_seconds(const Prospect& call);

/// Collective. Rank 0 does everybody's I/O, run by run: slow and obviously right.
Outcome run_reference(const Request& request, const Context& context, mpi::CommView comm);

extern const MethodEntry direct_method;
extern const MethodEntry sieve_method;
extern const MethodEntry reference_method;

}  // namespace weft::engine

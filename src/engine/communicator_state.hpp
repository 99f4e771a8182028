// SPDX-License-Identifier: BSD-3-Clause
// The state that Weft keeps with a communicator of the user, for all files that follow. Weft makes
// each thing at its first use. There is a communicator of Weft's own. The ranks share memory: on
// one node collectives, a window arena and a rewrite gate; on several nodes a node buffer on each.
// Each rank has a block to hold values in, and knows what it has learnt of the speed of file
// systems.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/plan/pace.hpp"
#include "engine/shm/collectives.hpp"
#include "engine/shm/rewrite_gate.hpp"
#include "engine/shm/window_arena.hpp"
#include "engine/twophase/node_exchange.hpp"
#include "engine/window/staging.hpp"
#include "mpi/comm.hpp"
#include "mpi/node_comms.hpp"

namespace weft::engine {

class CommunicatorState {
public:
    CommunicatorState() = default;
    CommunicatorState(const CommunicatorState&) = delete;
    CommunicatorState& operator=(const CommunicatorState&) = delete;
    ~CommunicatorState();

    /// Collective at first use, over the user's communicator, which it duplicates. Errors: as
    /// mpi::Comm::duplicate().
    Status open(MPI_Comm original);
    /// The duplicate of the user's communicator, after open().
    [[nodiscard]] mpi::CommView comm() const { return comm_.view(); }

    /// Null until the ranks have made them, and where they cannot. The same on all ranks.
    [[nodiscard]] shm::Collectives* collectives() {
        return collectives_is_open_ ? collectives_.get() : nullptr;
    }
    /// Whether this rank knows, without asking the others, that all ranks share memory.
    [[nodiscard]] bool is_one_node() const { return collectives_is_open_; }
    /// Called on rank 0: makes shared-memory collectives, if nobody has tried that before. Returns
    /// the name by which the other ranks join them; an empty one if there can be none. Afterwards
    /// all ranks call settle_collectives().
    shm::Collectives::Name offer_collectives(mpi::CommView comm);
    void join_collectives(mpi::CommView comm, const shm::Collectives::Name& name);
    /// Whether this rank has joined, or made, them.
    [[nodiscard]] bool has_collectives() const { return collectives_ != nullptr; }
    /// Begins to use them, if all ranks have them. Uniform: everybody_has_it.
    void settle_collectives(bool everybody_has_it);

    /// Called on rank 0: reserves a number in shared memory for a file, until the file gives it
    /// back. Returns its index; nothing if all are in use. The number exists if the ranks have
    /// collectives(), now or later.
    std::optional<std::size_t> take_counter();
    void give_back_counter(std::size_t index) { counters_in_use_.reset(index); }
    /// The number of that index, which collectives() has.
    [[nodiscard]] shm::Collectives::Counter& counter(std::size_t index) {
        return collectives_->counter(index);
    }

    /// Null until the ranks have made one, and where they cannot.
    [[nodiscard]] shm::WindowArena* arena() { return arena_.get(); }
    [[nodiscard]] bool arena_was_tried() const {
        return arena_ != nullptr || refused_room_ < unlimited;
    }

    /// Collective. Makes an arena for windows of this size, in place of a smaller one. Where there
    /// is no memory for it, everything stays as it is. Returns whether the arena is a new one.
    /// Uniform: window_bytes.
    bool reserve_arena(mpi::CommView comm, std::int64_t window_bytes);

    /// Null until the ranks have made one, and where they cannot.
    [[nodiscard]] shm::RewriteGate* gate() { return gate_.get(); }
    /// Collective. Makes a gate, unless the ranks have tried before.
    void make_gate(mpi::CommView comm);

    /// Adds the bytes of a collective call that has no arena, and returns the sum so far.
    std::int64_t add_traffic(std::int64_t bytes) { return traffic_ += bytes; }

    /// Collective at first use. The ranks of nodes() exchange by it. Uniform: pretended_nodes.
    twophase::NodeExchange& node_exchange(mpi::CommView comm, int pretended_nodes);

    /// Collective at first use, where the ranks have no collectives(). From then on the ranks of a
    /// node watch each other, so that none waits for a process that has ended. Where there are very
    /// many ranks, they begin when they first look for nodes().
    void watch_neighbours(mpi::CommView comm);

    /// Collective at first use. The nodes as they are (0), or that many pretended ones. Uniform:
    /// pretended_nodes.
    const mpi::NodeMap& nodes(mpi::CommView comm, int pretended_nodes);

    /// Collective at first use. For ranks that meet on nodes() first. Uniform: pretended_nodes.
    const mpi::NodeComms& node_comms(mpi::CommView comm, int pretended_nodes);

    /// The seconds that a node needs to send a byte to another one. The ranks measure them when
    /// they first look for nodes(); 0 on one node, and for pretended nodes.
    [[nodiscard]] double link_byte() const { return link_byte_; }

    /// nodes(), if the ranks have found them before; else null.
    [[nodiscard]] const mpi::NodeMap* known_nodes(int pretended_nodes) const;

    /// Lends memory for values that wait for a later call, until take_back().
    Staging lend() { return std::exchange(spare_, {}); }
    void take_back(Staging lent);

    /// The memory of the call that runs.
    Staging& staging() { return staging_; }

    /// Empty memory for a long message. keep_message() hands it back for the next one.
    std::vector<std::byte> take_message() { return std::exchange(message_, {}); }
    void keep_message(std::vector<std::byte> message);

    /// Counts one more file and returns its number, from 1. All ranks call it, or none.
    std::int64_t count_file() { return ++files_; }

    /// What this rank knows about the speed of a file system. The reference stays valid.
    Pace& pace(std::uint64_t device) { return paces_[device]; }
    [[nodiscard]] bool knows(std::uint64_t device) const { return paces_.contains(device); }

private:
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    mpi::Comm comm_;
    std::int64_t files_ = 0;
    bool collectives_was_tried_ = false;
    bool collectives_is_open_ = false;
    std::unique_ptr<shm::Collectives> collectives_;
    std::bitset<shm::Collectives::counter_count> counters_in_use_;
    std::int64_t refused_room_ = unlimited;
    std::unique_ptr<shm::WindowArena> arena_;
    std::shared_ptr<shm::KeptSegment> kept_segment_;  // of this process, with the first arena
    std::int64_t traffic_ = 0;
    bool gate_tried_ = false;
    std::unique_ptr<shm::RewriteGate> gate_;
    std::map<int, twophase::NodeExchange> node_exchanges_;  // by pretended nodes
    std::map<int, mpi::NodeMap> node_maps_;                 // by pretended nodes
    std::map<int, mpi::NodeComms> node_comms_;              // by pretended nodes
    bool neighbours_are_watched_ = false;
    double link_byte_ = 0;
    Staging spare_;
    Staging staging_;
    std::vector<std::byte> message_;
    std::map<std::uint64_t, Pace> paces_;
};

}  // namespace weft::engine

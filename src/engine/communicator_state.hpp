// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of the user, made at first use, for the files that follow: a
// communicator of its own, and memory. What the ranks share: on one node shared-memory collectives,
// a window arena and a rewrite gate, on several nodes a node buffer on each. What a rank has of its
// own: a block to hold values in, and what it has learnt of the speed of file systems.
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

namespace weft::engine {

class CommunicatorState {
public:
    CommunicatorState() = default;
    CommunicatorState(const CommunicatorState&) = delete;
    CommunicatorState& operator=(const CommunicatorState&) = delete;
    ~CommunicatorState();

    /// Collective at first use over the user's communicator, which is duplicated. Errors: as
    /// mpi::Comm::duplicate().
    Status open(MPI_Comm original);
    /// A duplicate of the user's communicator, once it is open.
    [[nodiscard]] mpi::CommView comm() const { return comm_.view(); }

    /// Null as long as nobody has made one, and where there can be none. The same on all ranks.
    [[nodiscard]] shm::Collectives* collectives() {
        return collectives_is_open_ ? collectives_.get() : nullptr;
    }
    /// All ranks share memory, as far as this one knows without asking.
    [[nodiscard]] bool is_one_node() const { return collectives_is_open_; }
    /// Rank 0, of a communicator that has not tried to have shared-memory collectives: its name for
    /// the others, which is empty where there can be none. settle_collectives() follows.
    shm::Collectives::Name offer_collectives(mpi::CommView comm);
    void join_collectives(mpi::CommView comm, const shm::Collectives::Name& name);
    /// This rank has what was offered.
    [[nodiscard]] bool has_collectives() const { return collectives_ != nullptr; }
    /// Uniform.
    void settle_collectives(bool everybody_has_it);

    /// Rank 0: the index of a number in shared memory that no file uses, for one to use until it is
    /// given back, where the ranks have collectives(), or come to have them. Nothing where all are
    /// in use.
    std::optional<std::size_t> take_counter();
    void give_back_counter(std::size_t index) { counters_in_use_.reset(index); }
    /// Of collectives().
    [[nodiscard]] shm::Collectives::Counter& counter(std::size_t index) {
        return collectives_->counter(index);
    }

    /// Null as long as nobody has made one, and where there can be none.
    [[nodiscard]] shm::WindowArena* arena() { return arena_.get(); }
    [[nodiscard]] bool arena_was_tried() const {
        return arena_ != nullptr || refused_room_ < unlimited;
    }

    /// Collective. Makes the arena, or a larger one in its place, for windows of this size; where
    /// there is no memory for it, leaves what there is. True when the arena is a new one. Uniform:
    /// window_bytes.
    bool reserve_arena(mpi::CommView comm, std::int64_t window_bytes);

    /// Null as long as nobody has made one, and where there can be none.
    [[nodiscard]] shm::RewriteGate* gate() { return gate_.get(); }
    /// Collective. Unless there is one, or cannot be.
    void make_gate(mpi::CommView comm);

    /// What collective calls have moved without a arena, with these bytes.
    std::int64_t add_traffic(std::int64_t bytes) { return traffic_ += bytes; }

    /// Collective at first use: of nodes(). Uniform: pretended_nodes.
    twophase::NodeExchange& node_exchange(mpi::CommView comm, int pretended_nodes);

    /// Collective at first use, where the ranks have no collectives(): those of a node watch each
    /// other from then on, so that none waits for one that has ended. Where there are very many
    /// ranks, from when nodes() are first looked for.
    void watch_neighbours(mpi::CommView comm);

    /// Collective at first use. The nodes as they are (0), or that many pretended ones. Uniform:
    /// pretended_nodes.
    const mpi::NodeMap& nodes(mpi::CommView comm, int pretended_nodes);

    /// Seconds for a byte that a node sends to another, measured when nodes() were first looked
    /// for; 0 on one node, and of pretended ones.
    [[nodiscard]] double link_byte() const { return link_byte_; }

    /// nodes(), as far as that is known without asking the other ranks; null: it is not.
    [[nodiscard]] const mpi::NodeMap* known_nodes(int pretended_nodes) const;

    /// The caller's own until it comes back, for values that wait for a later call.
    Staging lend() { return std::exchange(spare_, {}); }
    void take_back(Staging lent);

    /// For the call of a file that runs.
    Staging& staging() { return staging_; }

    /// Memory for a long message, empty, until it is kept again for the next one.
    std::vector<std::byte> take_message() { return std::exchange(message_, {}); }
    void keep_message(std::vector<std::byte> message);

    /// The number of one more file, from 1. To be called on all ranks or on none.
    std::int64_t count_file() { return ++files_; }

    /// Of a file system; it stays where it is.
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
    std::map<int, mpi::NodeMap> node_maps_;      // by pretended nodes
    bool neighbours_are_watched_ = false;
    double link_byte_ = 0;
    Staging spare_;
    Staging staging_;
    std::vector<std::byte> message_;
    std::map<std::uint64_t, Pace> paces_;
};

}  // namespace weft::engine

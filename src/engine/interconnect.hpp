// SPDX-License-Identifier: BSD-3-Clause
// How the ranks of an engine reach each other: through memory that they share, where hints allow it
// and there is some, else by messages. Which of them a call uses, its plans say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "engine/communicator_state.hpp"
#include "engine/request/options.hpp"
#include "engine/shm/rewrite_gate.hpp"
#include "engine/shm/window_arena.hpp"
#include "engine/trace/report.hpp"
#include "engine/twophase/node_exchange.hpp"
#include "mpi/comm.hpp"

namespace weft::engine {

/// Finds or makes what the ranks pass bytes through: the arena, the exchange between nodes, the
/// gate. All of it stays with the communicator, for later files.
class Interconnect {
public:
    /// `options` and `report` outlive it.
    Interconnect(mpi::CommView comm, std::shared_ptr<CommunicatorState> state,
                 const Options& options, Report& report);

    [[nodiscard]] mpi::CommView comm() const { return comm_; }
    /// The memory of the call that runs.
    [[nodiscard]] Staging& staging() const { return state_->staging(); }

    /// Whether hints allow shared memory.
    [[nodiscard]] bool may_share_memory() const;
    /// Whether the ranks share memory, or may find that they can.
    [[nodiscard]] bool shares_memory() const;
    /// Whether all ranks are known to be on one node, and may share its memory.
    [[nodiscard]] bool is_one_node() const { return may_share_memory() && state_->is_one_node(); }

    /// Null until the ranks have made one, and where they cannot.
    [[nodiscard]] shm::WindowArena* arena() const { return state_->arena(); }
    /// Whether a call with so many bytes, all ranks together, is worth an arena. Adds up these
    /// bytes.
    bool arena_pays(std::int64_t bytes);
    /// Collective. False where there is no memory for an arena. Throws mpi::Failure on all ranks
    /// when one has died. Uniform: window_bytes.
    bool reserve_arena(std::int64_t window_bytes);

    /// Collective at first use. Ranks without an arena exchange by messages; on nodes of several
    /// ranks through shared memory, too, unless that is still left to an arena or forbidden.
    twophase::NodeExchange& node_exchange();
    /// The nodes of that exchange, as far as this rank knows without asking the others; else null.
    [[nodiscard]] const mpi::NodeMap* known_nodes() const;
    /// The seconds that a node needs to send a byte to another one; 0: not known.
    [[nodiscard]] double link_byte() const { return state_->link_byte(); }

    /// Collective. Prepares the gate for ranks that will write on their own.
    void prepare_gate();
    /// Null where such ranks keep clear of each other by locks alone.
    [[nodiscard]] shm::RewriteGate* gate() const;

    /// Collective. Every rank's bytes; nothing when a rank has died. Through shared memory where
    /// there is some, which then is ready for a call's windows.
    std::optional<std::vector<std::byte>> share(std::span<const std::byte> mine);
    /// Collective. Every rank's facts, a small struct of numbers, in order of rank. Fails on all
    /// ranks when one has died.
    template <class Facts>
    Result<std::vector<Facts>> share_facts(const Facts& mine) {
        static_assert(sizeof(Facts) <= shm::WindowArena::message_bytes);
        if (comm_.size() == 1) return std::vector{mine};
        const auto all = share(std::as_bytes(std::span(&mine, 1)));
        if (!all) return shm::rank_died();
        std::vector<Facts> ranks(static_cast<std::size_t>(comm_.size()));
        std::memcpy(ranks.data(), all->data(), all->size());
        return ranks;
    }

private:
    mpi::CommView comm_;
    std::shared_ptr<CommunicatorState> state_;
    const Options& options_;
    Report& report_;
};

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/interconnect.hpp"

#include <algorithm>
#include <utility>

#include "engine/plan/method_entry.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {

Interconnect::Interconnect(mpi::CommView comm, std::shared_ptr<CommunicatorState> state,
                           const Options& options, Report& report)
    : comm_(comm), state_(std::move(state)), options_(options), report_(report) {}

bool Interconnect::may_share_memory() const {
    return comm_.size() > 1 && options_.shared_memory != Choice::disable &&
           options_.pretended_nodes <= 1;
}

bool Interconnect::shares_memory() const {
    const bool in_vain = state_->arena_was_tried() && state_->arena() == nullptr;
    return may_share_memory() && !in_vain;
}

/// Making the arena takes milliseconds, so a few first calls with little to move do without.
bool Interconnect::arena_pays(std::int64_t bytes) {
    constexpr std::int64_t enough = 1 << 20;
    constexpr std::int64_t call = 32 << 10;  // a call is worth as much, whatever it moves
    const MethodEntry* const forced = entry_of(options_.method);
    if (state_->arena_was_tried() || (forced != nullptr && forced->needs.exchange)) return true;
    return state_->add_traffic(std::max(bytes, call)) >= enough;
}

bool Interconnect::reserve_arena(std::int64_t window_bytes) {
    // The exchange of this call was elsewhere; an arena's calls begin with one of its own.
    const bool is_new = state_->reserve_arena(comm_, window_bytes);
    if (is_new && !share({})) throw mpi::Failure(shm::rank_died(), true);
    return state_->arena() != nullptr;
}

twophase::NodeExchange& Interconnect::node_exchange() {
    const bool each_alone = options_.shared_memory == Choice::disable;
    return state_->node_exchange(comm_, each_alone ? comm_.size() : options_.pretended_nodes);
}

const mpi::NodeMap* Interconnect::known_nodes() const {
    return state_->known_nodes(options_.pretended_nodes);
}

void Interconnect::prepare_gate() {
    if (may_share_memory()) state_->make_gate(comm_);
}

shm::RewriteGate* Interconnect::gate() const {
    return may_share_memory() ? state_->gate() : nullptr;
}

std::optional<std::vector<std::byte>> Interconnect::share(std::span<const std::byte> mine) {
    const PhaseTimer timer(report_, Phase::wait);
    shm::WindowArena* const arena = shares_memory() ? state_->arena() : nullptr;
    if (arena != nullptr) return arena->begin_call(mine);
    return comm_.all_gather(mine);
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// How the engine comes to the plans of a collective call: one for each file that it touches.
#include <algorithm>
#include <array>

#include "engine/engine.hpp"
#include "engine/twophase/division.hpp"
#include "engine/twophase/roles.hpp"

namespace weft::engine {

/// Making the arena takes milliseconds, so a few first calls with little to move do without.
bool Engine::arena_pays(const FileParts& parts) {
    constexpr std::int64_t enough = 1 << 20;
    constexpr std::int64_t call = 32 << 10;  // a call is worth as much, whatever it moves
    if (state_->arena_was_tried() || options_.method == Method::two_phase) return true;
    std::int64_t bytes = 0;
    for (const FilePart& part : parts) bytes += part.pattern->all.bytes;
    return state_->add_traffic(std::max(bytes, call)) >= enough;
}

bool Engine::may_share_memory() const {
    return comm_.size() > 1 && options_.shared_memory != Choice::disable &&
           options_.pretended_nodes <= 1;
}

bool Engine::shares_memory() const {
    const bool in_vain = state_->arena_was_tried() && state_->arena() == nullptr;
    return may_share_memory() && !in_vain;
}

/// Collective at first use. Ranks without an arena exchange by messages; on nodes of several ranks
/// through shared memory, too, unless that is still left to an arena or forbidden.
twophase::Station& Engine::station() {
    const bool each_alone = shares_memory() || options_.shared_memory == Choice::disable;
    return state_->station(comm_, each_alone ? comm_.size() : options_.pretended_nodes);
}

int Engine::movers() const {
    const int ranks = comm_.size();
    if (ranks == 1 || (state_->is_one_node() && may_share_memory()))
        return std::clamp(options_.aggregators, 1, ranks);
    const int wanted = std::min(twophase::wanted_aggregators(options_), ranks);
    const auto aggregators = [&](const mpi::NodeMap& nodes) {
        return twophase::Roles(nodes, wanted, options_.one_host ? 1 : nodes.count())
            .aggregator_count();
    };
    if (options_.shared_memory == Choice::disable)
        return aggregators(mpi::nodes_in_blocks(ranks, ranks, comm_.rank()));
    const mpi::NodeMap* nodes = state_->known_nodes(options_.pretended_nodes);
    return nodes == nullptr ? wanted : aggregators(*nodes);
}

/// Pages that earlier puts have made are not new.
CostModel Engine::cost_of(Direction direction, const FilePart& part) const {
    const CostModel& cost = part.file.pace.cost;
    if (direction == Direction::get) return cost;
    return with_new_share(cost, part.file.written.new_share(part.pattern->all));
}

/// Collective. What two-phase would send between nodes, of parts whose plan depends on it: that
/// takes a reduction, and patterns keep it.
void Engine::learn_crossing(FileParts& parts, Direction direction, const Transport& transport) {
    std::vector<FilePart*> asking;
    for (FilePart& part : parts) {
        if (part.pattern->crossing_bytes) continue;
        Transport without = transport;
        without.crossing_bytes = 0;
        const CostModel cost = cost_of(direction, part);
        const CallTotals& all = part.pattern->all;
        if (plan_collective(direction, all, options_, cost, transport).method !=
            plan_collective(direction, all, options_, cost, without).method)
            asking.push_back(&part);
    }
    if (asking.empty()) return;
    const mpi::NodeMap& nodes = station().nodes();
    std::vector<std::int64_t> bytes;
    for (const FilePart* part : asking) {
        const CallTotals& all = part->pattern->all;
        const twophase::Divided call{part->pattern->file, all.begin, all.end, options_.window_bytes,
                                     all.in_order};
        const twophase::Roles roles = twophase::assign(call, options_, nodes);
        const twophase::FileDomains domains = twophase::divide(call, options_, roles);
        const Request& mine = part->request;
        bytes.push_back(twophase::crossing_bytes(
            {.begin = mine.begin(), .end = mine.end(), .bytes = mine.bytes()}, domains, roles,
            nodes));
    }
    comm_.all_reduce_sum(bytes);
    for (std::size_t i = 0; i < asking.size(); ++i) asking[i]->pattern->crossing_bytes = bytes[i];
}

/// Collective. The plan of each part.
void Engine::plan_together(FileParts& parts, Direction direction) {
    const PhaseTimer timer(report_, Phase::plan);
    // Alone, only what is forced can need others.
    const bool alone = comm_.size() == 1 && options_.method != Method::two_phase &&
                       options_.method != Method::reference;
    Transport transport;
    if (!alone && !shares_memory()) {
        transport.nodes = station().nodes().count();
        transport.link_byte = state_->link_byte();
        learn_crossing(parts, direction, transport);
    } else if (!alone && arena_pays(parts)) {
        transport.exchange = Exchange::shared_memory;
    }
    for (FilePart& part : parts) {
        if (alone) {
            part.plan =
                plan_independent(direction, part.ranks->front(), options_, part.file.pace.cost);
            continue;
        }
        transport.crossing_bytes = part.pattern->crossing_bytes;
        part.plan = plan_collective(direction, part.pattern->all, options_,
                                    cost_of(direction, part), transport);
        part.plan.rewrites = direction == Direction::put && needs_windows(part.plan) &&
                             should_rewrite_windows(part.plan, *part.ranks, options_);
    }
}

bool Engine::needs_windows(const Plan& plan) {
    return plan.exchange == Exchange::shared_memory && plan.method == Method::two_phase;
}

/// Windows are in shared memory, and so is the place where direct puts take turns.
bool Engine::needs_arena(const Plan& plan, Direction direction) {
    const bool takes_turns = plan.exchange == Exchange::shared_memory &&
                             plan.method == Method::direct && direction == Direction::put;
    return takes_turns || needs_windows(plan);
}

/// Collective. The windows of plans that want shared ones; other plans where there cannot be any.
/// Fails on all ranks when one has died.
Status Engine::prepare_windows(FileParts& parts, Direction direction) {
    const auto is_needed = [&](const FilePart& part) { return needs_arena(part.plan, direction); };
    if (!std::ranges::any_of(parts, is_needed)) return {};
    std::int64_t window_bytes = 0;
    for (const FilePart& part : parts) {
        if (needs_windows(part.plan)) window_bytes = std::max(window_bytes, part.plan.window_bytes);
    }
    const bool is_new = state_->reserve_arena(comm_, window_bytes);
    if (state_->arena() == nullptr) {
        plan_together(parts, direction);
        return {};
    }
    // The exchange of this call was elsewhere; an arena's calls begin with one of its own.
    if (is_new && !share({})) return shm::rank_died();
    if (window_bytes > 0) window_bytes = state_->arena()->use_windows(window_bytes);
    for (FilePart& part : parts) {
        if (needs_windows(part.plan)) part.plan.window_bytes = window_bytes;
    }
    return {};
}

/// Collective. Windows are read before they are filled only if that is so on all ranks, and while
/// each of them keeps other communicators out: any rank may write a window back, and it alone knows
/// when that is stored. Fails on all ranks when one has died.
Status Engine::settle_rewriting(FileParts& parts) {
    std::vector<FilePart*> asking;
    for (FilePart& part : parts) {
        if (part.plan.rewrites) asking.push_back(&part);
    }
    struct Answers {
        std::array<bool, 64> may_rewrite{};
    };
    for (std::size_t from = 0; from < asking.size(); from += sizeof(Answers)) {
        const std::size_t count = std::min(asking.size() - from, sizeof(Answers));
        Answers mine;
        for (std::size_t i = 0; i < count; ++i)
            mine.may_rewrite[i] = asking[from + i]->solitude.holds();
        const auto answers = share_facts(mine);
        if (!answers.ok()) return answers.status();
        for (std::size_t i = 0; i < count; ++i)
            asking[from + i]->plan.rewrites = std::ranges::all_of(
                answers.value(), [i](const Answers& of_rank) { return of_rank.may_rewrite[i]; });
    }
    return {};
}

}  // namespace weft::engine

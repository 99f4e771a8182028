// SPDX-License-Identifier: BSD-3-Clause
// How the engine comes to the plans of a collective call: one for each file that it touches.
#include <algorithm>
#include <array>
#include <optional>

#include "engine/engine.hpp"
#include "engine/twophase/division.hpp"
#include "engine/twophase/roles.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {

/// Making the arena takes milliseconds, so a few first calls with little to move do without.
bool Engine::arena_pays(const FileParts& parts) {
    constexpr std::int64_t enough = 1 << 20;
    constexpr std::int64_t call = 32 << 10;  // a call is worth as much, whatever it moves
    const MethodEntry* const forced = entry_of(options_.method);
    if (state_->arena_was_tried() || (forced != nullptr && forced->needs.exchange)) return true;
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
twophase::NodeExchange& Engine::node_exchange() {
    const bool each_alone = shares_memory() || options_.shared_memory == Choice::disable;
    return state_->node_exchange(comm_, each_alone ? comm_.size() : options_.pretended_nodes);
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

/// Collective. What two-phase would send between nodes, of parts whose plan depends on it: that
/// takes a reduction, and patterns keep it.
void Engine::learn_crossing(FileParts& parts, Direction direction, const Transport& transport) {
    std::vector<FilePart*> asking;
    for (FilePart& part : parts) {
        if (part.pattern->crossing_bytes) continue;
        if (depends_on_crossing(direction, part.pattern->all, options_, part.file.pace.cost,
                                transport, part.file.channel.kind()))
            asking.push_back(&part);
    }
    if (asking.empty()) return;
    const mpi::NodeMap& nodes = node_exchange().nodes();
    std::vector<std::int64_t> bytes;
    for (const FilePart* part : asking) {
        const CallTotals& all = part->pattern->all;
        const std::int64_t unit = part->file.channel.kind().unit;
        const twophase::Divided call{.file = part->pattern->file,
                                     .begin = all.begin,
                                     .end = all.end,
                                     .window_bytes = in_units(options_.window_bytes, unit),
                                     .in_order = all.in_order,
                                     .unit = unit};
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

/// Collective. How the ranks of a call pass on what they bring: in memory that they share, if that
/// pays and there is some, else by messages. The memory is made for the first call with a use for
/// it. Throws mpi::Failure on all ranks when one has died.
Transport Engine::choose_transport(const FileParts& parts, Direction direction) {
    if (shares_memory() && !arena_pays(parts)) return {};
    if (shares_memory()) {
        const Transport shared{.exchange = Exchange::shared_memory};
        if (state_->arena() != nullptr) return shared;
        std::optional<std::int64_t> wanted;
        for (const FilePart& part : parts)
            wanted = std::max(wanted, arena_windows(plan_of(direction, part, shared), direction));
        if (!wanted || reserve_arena(*wanted)) return shared;
    }
    const mpi::NodeMap& nodes = node_exchange().nodes();
    return {.nodes = nodes.count(), .link_byte = state_->link_byte()};
}

/// Collective. False where there is no memory for an arena. Throws as above. Uniform: window_bytes.
bool Engine::reserve_arena(std::int64_t window_bytes) {
    // The exchange of this call was elsewhere; an arena's calls begin with one of its own.
    const bool is_new = state_->reserve_arena(comm_, window_bytes);
    if (is_new && !share({})) throw mpi::Failure(shm::rank_died(), true);
    return state_->arena() != nullptr;
}

Plan Engine::plan_of(Direction direction, const FilePart& part, Transport transport) const {
    transport.crossing_bytes = part.pattern->crossing_bytes;
    return plan_collective(direction, part.pattern->all, options_, part.file.pace.cost,
                           transport, part.file.channel.kind());
}

/// Collective. The plan of each part.
void Engine::plan_together(FileParts& parts, Direction direction) {
    const PhaseTimer timer(report_, Phase::plan);
    // Alone, only what is forced can need others.
    const MethodEntry* const forced = entry_of(options_.method);
    if (comm_.size() == 1 && (forced == nullptr || !forced->needs.all_ranks)) {
        for (FilePart& part : parts)
            part.plan = plan_independent(direction, part.ranks->front(), options_,
                                         part.file.pace.cost, 1, part.file.channel.kind());
        return;
    }
    const Transport transport = choose_transport(parts, direction);
    if (!shares_memory()) learn_crossing(parts, direction, transport);
    for (FilePart& part : parts) {
        part.plan = plan_of(direction, part, transport);
        part.plan.rewrites = direction == Direction::put && shares_windows(part.plan) &&
                             should_rewrite_windows(part.plan, *part.ranks, options_);
    }
}

/// Collective. Room for the windows of plans that share them, as many bytes long as there is room
/// for. Throws mpi::Failure on all ranks when one has died.
void Engine::prepare_windows(FileParts& parts, Direction direction) {
    std::optional<std::int64_t> wanted;
    for (const FilePart& part : parts)
        wanted = std::max(wanted, arena_windows(part.plan, direction));
    if (!wanted) return;
    reserve_arena(*wanted);
    if (*wanted == 0) return;
    const std::int64_t window_bytes = state_->arena()->use_windows(*wanted);
    for (FilePart& part : parts) {
        if (shares_windows(part.plan)) part.plan.window_bytes = window_bytes;
    }
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
            mine.may_rewrite[i] = asking[from + i]->lease.holds();
        const auto answers = share_facts(mine);
        if (!answers.ok()) return answers.status();
        for (std::size_t i = 0; i < count; ++i)
            asking[from + i]->plan.rewrites = std::ranges::all_of(
                answers.value(), [i](const Answers& of_rank) { return of_rank.may_rewrite[i]; });
    }
    return {};
}

}  // namespace weft::engine

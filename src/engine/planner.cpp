// SPDX-License-Identifier: BSD-3-Clause
#include "engine/planner.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/twophase/aggregator_placement.hpp"
#include "engine/twophase/roles.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {
namespace {

std::int64_t bytes_of_all(const FileParts& parts) {
    std::int64_t bytes = 0;
    for (const FilePart& part : parts) bytes += part.pattern->all.bytes;
    return bytes;
}

}  // namespace

void Planner::plan(FileParts& parts, Direction direction) {
    choose_methods(parts, direction);
    prepare_windows(parts, direction);
    const Status settled = settle_rewriting(parts);
    if (!settled.ok()) throw mpi::Failure(settled, true);
}

int Planner::movers() const {
    const mpi::CommView comm = interconnect_.comm();
    const int ranks = comm.size();
    if (ranks == 1 || interconnect_.is_one_node())
        return std::clamp(options_.aggregators, 1, ranks);
    const int wanted = std::min(twophase::wanted_aggregators(options_), ranks);
    const auto aggregators = [&](const mpi::NodeMap& nodes) {
        return twophase::Roles(nodes, wanted, options_.one_host ? 1 : nodes.count())
            .aggregator_count();
    };
    if (options_.shared_memory == Choice::disable)
        return aggregators(mpi::nodes_in_blocks(ranks, ranks, comm.rank()));
    const mpi::NodeMap* nodes = interconnect_.known_nodes();
    return nodes == nullptr ? wanted : aggregators(*nodes);
}

/// The number of this rank's bytes that two-phase would send between nodes.
std::int64_t Planner::crossing_bytes(const FilePart& part, const mpi::NodeMap& nodes) const {
    const CallTotals& all = part.pattern->all;
    const SpaceKind space = part.file.channel.kind();
    const twophase::Divided call{.file = part.pattern->file,
                                 .begin = all.begin,
                                 .end = all.end,
                                 .window_bytes = window_of(space, options_.window_bytes),
                                 .in_order = all.in_order,
                                 .unit = space.unit};
    const twophase::Roles roles = twophase::assign(call, options_, nodes);
    const twophase::FileDomains domains = twophase::divide(call, options_, roles);
    const Request& mine = part.request;
    return twophase::crossing_bytes(
        {.begin = mine.begin(), .end = mine.end(), .bytes = mine.bytes()}, domains, roles, nodes);
}

/// Collective. What two-phase would send between nodes, of parts whose plan depends on it: that
/// takes a reduction, and patterns keep it.
void Planner::learn_crossing(FileParts& parts, Direction direction, const Transport& transport) {
    std::vector<FilePart*> asking;
    for (FilePart& part : parts) {
        if (part.pattern->crossing_bytes) continue;
        if (depends_on_crossing(direction, part.pattern->all, options_, part.file.pace.cost,
                                transport, part.file.channel.kind()))
            asking.push_back(&part);
    }
    if (asking.empty()) return;
    const mpi::NodeMap& nodes = interconnect_.node_exchange().nodes();
    std::vector<std::int64_t> bytes;
    for (const FilePart* part : asking) bytes.push_back(crossing_bytes(*part, nodes));
    interconnect_.comm().all_reduce_sum(bytes);
    for (std::size_t i = 0; i < asking.size(); ++i) asking[i]->pattern->crossing_bytes = bytes[i];
}

/// Collective. How the ranks of a call pass on what they bring: in memory that they share, if that
/// pays and there is some, else by messages. The memory is made for the first call with a use for
/// it. Throws mpi::Failure on all ranks when one has died.
Transport Planner::choose_transport(const FileParts& parts, Direction direction) {
    const bool may_share = interconnect_.shares_memory();
    if (may_share && !interconnect_.arena_pays(bytes_of_all(parts))) return {};
    if (may_share) {
        const Transport shared{.exchange = Exchange::shared_memory};
        if (interconnect_.arena() != nullptr) return shared;
        std::optional<std::int64_t> wanted;
        for (const FilePart& part : parts)
            wanted = std::max(wanted, arena_windows(plan_of(direction, part, shared), direction));
        if (!wanted || interconnect_.reserve_arena(*wanted)) return shared;
    }
    const mpi::NodeMap& nodes = interconnect_.node_exchange().nodes();
    return {.nodes = nodes.count(), .link_byte = interconnect_.link_byte()};
}

Plan Planner::plan_of(Direction direction, const FilePart& part, Transport transport) const {
    transport.crossing_bytes = part.pattern->crossing_bytes;
    const CallTotals& all = part.pattern->all;
    SpaceKind space = part.file.channel.kind();
    if (direction == Direction::put && transport.exchange == Exchange::shared_memory)
        space.are_whole_units = part.file.channel.are_whole_units(all);
    return plan_collective(direction, all, options_, part.file.pace.cost, transport, space);
}

/// Collective.
void Planner::choose_methods(FileParts& parts, Direction direction) {
    const PhaseTimer timer(report_, Phase::plan);
    // Alone, only what is forced can need others.
    const MethodEntry* const forced = entry_of(options_.method);
    if (interconnect_.comm().size() == 1 && (forced == nullptr || !forced->needs.all_ranks)) {
        for (FilePart& part : parts)
            part.plan = plan_independent(direction, part.ranks->front(), options_,
                                         part.file.pace.cost, 1, part.file.channel.kind());
        return;
    }
    const Transport transport = choose_transport(parts, direction);
    if (!interconnect_.shares_memory()) learn_crossing(parts, direction, transport);
    for (FilePart& part : parts) {
        part.plan = plan_of(direction, part, transport);
        part.plan.rewrites = direction == Direction::put && shares_windows(part.plan) &&
                             part.file.channel.kind().is_file &&
                             should_rewrite_windows(part.plan, *part.ranks, options_);
    }
}

/// Collective. Room for the windows of plans that share them, as many bytes long as there is room
/// for; units of a target for which there is none go by messages. Throws mpi::Failure on all ranks
/// when one has died.
void Planner::prepare_windows(FileParts& parts, Direction direction) {
    std::optional<std::int64_t> wanted;
    for (const FilePart& part : parts)
        wanted = std::max(wanted, arena_windows(part.plan, direction));
    if (!wanted) return;
    interconnect_.reserve_arena(*wanted);
    if (*wanted == 0) return;
    const std::int64_t window_bytes = interconnect_.arena()->use_windows(*wanted);
    for (FilePart& part : parts) {
        if (!shares_windows(part.plan)) continue;
        const SpaceKind space = part.file.channel.kind();
        if (space.unit > window_bytes) {  // an older arena, and no memory for a new one
            part.plan.exchange = Exchange::messages;
            part.plan.window_bytes = window_of(space, options_.window_bytes);
        } else {
            part.plan.window_bytes = in_units(window_bytes, space.unit);
        }
    }
}

/// Collective. Windows are read before they are filled only if that is so on all ranks, and while
/// each of them keeps other communicators out: any rank may write a window back, and it alone knows
/// when that is stored. Fails on all ranks when one has died.
Status Planner::settle_rewriting(FileParts& parts) {
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
        const auto answers = interconnect_.share_facts(mine);
        if (!answers.ok()) return answers.status();
        for (std::size_t i = 0; i < count; ++i)
            asking[from + i]->plan.rewrites = std::ranges::all_of(
                answers.value(), [i](const Answers& of_rank) { return of_rank.may_rewrite[i]; });
    }
    return {};
}

}  // namespace weft::engine

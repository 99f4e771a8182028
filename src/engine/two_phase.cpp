// SPDX-License-Identifier: BSD-3-Clause
// Collective I/O in two phases (paper 2, section 6) between nodes, by messages.
//
// Each part of the file has a leader (exchange/domains.hpp, exchange/roles.hpp). What a leader gets
// to know of the ranks' bytes, it is told once for each pattern of access (exchange/knowledge.hpp,
// exchange/calls.hpp); from then on both ends of every message know what is in it, so messages are
// nothing but data. The ranks of a node put together theirs in memory that they share
// (exchange/client.hpp), and leaders move them between messages and the file (exchange/leader.hpp).
#include <algorithm>
#include <optional>

#include "engine/exchange/calls.hpp"
#include "engine/exchange/client.hpp"
#include "engine/exchange/leader.hpp"
#include "engine/exchange/station.hpp"
#include "engine/methods.hpp"
#include "mpi/agreed.hpp"

namespace weft::engine {
namespace {

using namespace exchange;

Domains domains_of(const Plan& plan, const std::vector<Summary>& ranks, const Roles& roles,
                   const Options& options) {
    Domains::Shape shape{.begin = plan.begin,
                         .end = plan.end,
                         .window_bytes = plan.window_bytes,
                         .leaders = roles.leader_count(),
                         .stripe_bytes = options.stripe_bytes,
                         .stripes = options.stripes};
    const bool in_order =
        std::ranges::any_of(ranks, [](const Summary& rank) { return rank.in_order != 0; });
    if (in_order) {  // windows dealt out in turn: then batches follow each other in the file
        shape.stripe_bytes = plan.window_bytes;
        shape.stripes = shape.leaders;
    }
    return Domains(shape);
}

std::optional<int> domain_led_by(int rank, const Roles& roles, const Domains& domains) {
    for (int domain = 0; domain < domains.count(); ++domain) {
        if (roles.leader(domain) == rank) return domain;
    }
    return std::nullopt;
}

}  // namespace

Outcome run_two_phase(const Request& request, const Context& context, const Plan& plan,
                      Pattern& pattern, Station& station, mpi::CommView comm) {
    Report& report = context.channel.report();
    const Roles roles(station.nodes(), context.options.aggregators);
    const Domains domains = domains_of(plan, pattern.ranks, roles, context.options);
    const Limits limits = limits_for(plan.window_bytes);
    if (!pattern.knowledge) {
        const Scene scene{domains, roles, pattern.ranks, plan.begin, plan.end};
        pattern.knowledge = introduce(list_of(request), scene, comm, report);
    }
    pattern.knowledge->move_to(plan.begin);

    mpi::Transfers transfers(comm);
    std::optional<Leader> leader;
    if (const std::optional<int> domain = domain_led_by(comm.rank(), roles, domains))
        leader.emplace(
            Leader::Surroundings{request.direction, context, roles, transfers},
            Agenda::Subject{domains, *domain, station.nodes(), *pattern.knowledge, limits});
    Client client({.request = request,
                   .domains = domains,
                   .roles = roles,
                   .node = station.nodes().of_rank(comm.rank()),
                   .rank = comm.rank(),
                   .limits = limits,
                   .mailroom = station.mailroom(),
                   .transfers = transfers,
                   .report = report,
                   .leader = leader ? &*leader : nullptr});
    if (!client.run()) {
        transfers.abandon();
        return {rank_died(), client.all_in_range()};
    }
    const PhaseTimer timer(report, Phase::wait);
    const Status mine = leader ? leader->status() : Status();
    return {mpi::agree(comm, mine).status(), client.all_in_range()};
}

}  // namespace weft::engine

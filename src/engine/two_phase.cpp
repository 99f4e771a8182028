// SPDX-License-Identifier: BSD-3-Clause
// Collective I/O in two phases (paper 2, section 6) between nodes, by messages.
//
// Each part of the file has a leader (exchange/domains.hpp, exchange/roles.hpp). What a leader gets
// to know of the ranks' bytes, it is told once for each pattern of access (exchange/knowledge.hpp,
// exchange/calls.hpp); from then on both ends of every message know what is in it, so messages are
// nothing but data. The ranks of a node put together theirs in memory that they share
// (exchange/client.hpp), and leaders move them between messages and the file (exchange/leader.hpp).
//
// Long lists of small pieces would take more room at the leaders than their data. Such a call is
// done in slabs of the file, one after the other, and described each time.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "engine/exchange/calls.hpp"
#include "engine/exchange/client.hpp"
#include "engine/exchange/leader.hpp"
#include "engine/exchange/station.hpp"
#include "engine/methods.hpp"
#include "mpi/agreed.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {
namespace {

using namespace exchange;

class TwoPhase {
public:
    TwoPhase(const Request& request, const Context& context, const Plan& plan, Pattern& pattern,
             Station& station, mpi::CommView comm)
        : request_(request),
          context_(context),
          plan_(plan),
          pattern_(pattern),
          station_(station),
          comm_(comm),
          roles_(station.nodes(), context.options.aggregators,
                 context.options.one_host ? 1 : station.nodes().count()),
          limits_(limits_for(plan.window_bytes)),
          list_(list_of(request)) {}

    Outcome run() {
        if (pattern_.slabs == 0) pattern_.slabs = count_slabs();
        const std::int64_t bytes = (plan_.end - plan_.begin + pattern_.slabs - 1) / pattern_.slabs;
        for (std::int64_t begin = plan_.begin; begin < plan_.end; begin += bytes) {
            run_slab(begin, std::min(begin + bytes, plan_.end));
        }
        const PhaseTimer timer(report(), Phase::wait);
        return {mpi::agree(comm_, status_).status(), all_in_range_};
    }

private:
    [[nodiscard]] Report& report() const { return context_.channel.report(); }

    /// Collective.
    int count_slabs() const {
        std::array bytes = {description_memory(list_, roles_.leader_count())};
        comm_.all_reduce_sum(bytes);
        const std::int64_t most = std::max<std::int64_t>(
            1, (plan_.end - plan_.begin) / (plan_.window_bytes * roles_.leader_count()));
        return static_cast<int>(
            std::clamp<std::int64_t>(bytes[0] / limits_.description_bytes, 1, most));
    }

    Domains domains_of(std::int64_t begin, std::int64_t end) const {
        Domains::Shape shape{.begin = begin,
                             .end = end,
                             .window_bytes = plan_.window_bytes,
                             .leaders = roles_.leader_count(),
                             .stripe_bytes = context_.options.stripe_bytes,
                             .stripes = context_.options.stripes};
        const bool in_order = std::ranges::any_of(
            pattern_.ranks, [](const Summary& rank) { return rank.in_order != 0; });
        if (in_order) {  // windows dealt out in turn: then batches follow each other in the file
            shape.stripe_bytes = plan_.window_bytes;
            shape.stripes = shape.leaders;
        }
        return Domains(shape);
    }

    /// Collective at the first call of a pattern, and at each with several slabs.
    Knowledge& knowledge_for(const Domains& domains) {
        std::optional<Knowledge>& known = pattern_.knowledge;
        if (!known || pattern_.slabs > 1)
            known = introduce(list_, {domains, roles_, pattern_.ranks}, comm_, report());
        known->move_to(domains.begin());
        return *known;
    }

    void run_slab(std::int64_t begin, std::int64_t end) {
        const Domains domains = domains_of(begin, end);
        const Knowledge& knowledge = knowledge_for(domains);
        // MPI may still use their memory when this rank leaves the call in the middle.
        auto parts = std::make_unique<Parts>(comm_);
        try {
            run_slab(domains, knowledge, *parts);
        } catch (...) {
            (void)parts.release();
            throw;
        }
    }

    struct Parts {
        explicit Parts(mpi::CommView comm) : transfers(comm) {}
        mpi::Transfers transfers;
        std::optional<Leader> leader;
        std::optional<Client> client;
    };

    void run_slab(const Domains& domains, const Knowledge& knowledge, Parts& parts) {
        std::optional<Leader>& leader = parts.leader;
        for (int domain = 0; domain < domains.count(); ++domain) {
            if (roles_.leader(domain) != comm_.rank()) continue;
            leader.emplace(
                Leader::Surroundings{request_.direction, context_, roles_, parts.transfers},
                Agenda::Subject{domains, domain, station_.nodes(), knowledge, limits_});
        }
        Client& client = parts.client.emplace(
            Client::Surroundings{.request = request_,
                                 .list = list_,
                                 .domains = domains,
                                 .roles = roles_,
                                 .node = station_.nodes().of_rank(comm_.rank()),
                                 .rank = comm_.rank(),
                                 .comm = comm_,
                                 .limits = limits_,
                                 .mailroom = station_.mailroom(),
                                 .transfers = parts.transfers,
                                 .report = report(),
                                 .leader = leader ? &*leader : nullptr});
        if (!client.run()) throw mpi::Failure(rank_died());
        all_in_range_ = all_in_range_ && client.all_in_range();
        if (leader) status_.keep_first(leader->status());
    }

    const Request& request_;
    const Context& context_;
    const Plan& plan_;
    Pattern& pattern_;
    Station& station_;
    mpi::CommView comm_;
    Roles roles_;
    Limits limits_;
    std::vector<Listed> list_;
    Status status_;
    bool all_in_range_ = true;
};

}  // namespace

Outcome run_two_phase(const Request& request, const Context& context, const Plan& plan,
                      Pattern& pattern, Station& station, mpi::CommView comm) {
    return TwoPhase(request, context, plan, pattern, station, comm).run();
}

}  // namespace weft::engine

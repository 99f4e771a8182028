// SPDX-License-Identifier: BSD-3-Clause
#include "engine/engine.hpp"

#include <algorithm>

#include "engine/twophase/roles.hpp"
#include "engine/twophase/two_phase.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {
namespace {

twophase::Calls::Call call_of(twophase::Pattern& pattern) {
    const auto arrived = std::ranges::minmax(pattern.ranks, {}, &Summary::arrived);
    const auto most = std::ranges::max(pattern.ranks, {}, &Summary::maximum);
    return {&pattern, most.maximum, arrived.min.arrived, arrived.max.arrived};
}

}  // namespace

Summary Engine::summarise(const Request& request, std::int64_t maximum, double arrived) const {
    return {.begin = request.begin(),
            .end = request.end(),
            .bytes = request.bytes(),
            .runs = request.runs(),
            .grain = request.grain(),
            .maximum = maximum,
            .arrived = arrived,
            .write_level = static_cast<unsigned>(pace_.writes.level()) & 7U,
            .read_level = static_cast<unsigned>(pace_.reads.level()) & 7U};
}

/// Collective. Every rank's bytes; nothing when a rank has died. Through shared memory where there
/// is some, which then is ready for a call's windows.
std::optional<std::vector<std::byte>> Engine::share(std::span<const std::byte> mine) {
    const PhaseTimer timer(report_, Phase::wait);
    shm::Ring* const ring = shares_memory() ? memory_->ring() : nullptr;
    if (ring != nullptr) return ring->begin_call(mine);
    return comm_.all_gather(mine);
}

/// Making the ring takes milliseconds, so a few first calls with little to move do without.
bool Engine::ring_pays(const Summaries& ranks) {
    constexpr std::int64_t enough = 1 << 20;
    constexpr std::int64_t call = 32 << 10;  // a call is worth as much, whatever it moves
    if (memory_->ring_was_tried() || options_.method == Method::two_phase) return true;
    std::int64_t bytes = 0;
    for (const Summary& rank : ranks) bytes += rank.bytes;
    return memory_->add_traffic(std::max(bytes, call)) >= enough;
}

bool Engine::may_share_memory() const {
    return comm_.size() > 1 && options_.shared_memory != Choice::disable &&
           options_.pretended_nodes <= 1;
}

bool Engine::shares_memory() const {
    const bool in_vain = memory_->ring_was_tried() && memory_->ring() == nullptr;
    return may_share_memory() && !in_vain;
}

/// Collective. What all ranks bring to a call. Fails on all ranks when one has died.
Result<twophase::Calls::Call> Engine::meet(const Request& request, Summary mine) {
    if (comm_.size() > 1 && !(shares_memory() && memory_->ring() != nullptr))
        mine.in_order = twophase::needs_order(request) ? 1 : 0;
    if (comm_.size() > 1 && !shares_memory()) {
        mine.fingerprint = twophase::fingerprint(request) & twophase::fingerprint_bits;
        const PhaseTimer timer(report_, Phase::wait);
        return calls_.begin(comm_, mine);
    }
    Result<Summaries> ranks = share_facts(mine);
    if (!ranks.ok()) return ranks.status();
    passing_ = {.ranks = std::move(ranks).value()};
    return call_of(passing_);
}

/// Collective at first use. Ranks without a ring exchange by messages; on nodes of several ranks
/// through shared memory, too, unless that is still left to a ring or forbidden.
twophase::Station& Engine::station() {
    const bool each_alone = shares_memory() || options_.shared_memory == Choice::disable;
    return memory_->station(comm_, each_alone ? comm_.size() : options_.pretended_nodes);
}

int Engine::movers() const {
    const int ranks = comm_.size();
    const int wanted = std::min(options_.aggregators, ranks);
    if (ranks == 1 || (memory_->is_one_node() && may_share_memory())) return std::max(wanted, 1);
    const auto aggregators = [&](const mpi::NodeMap& nodes) {
        return twophase::Roles(nodes, wanted, options_.one_host ? 1 : nodes.count())
            .aggregator_count();
    };
    if (options_.shared_memory == Choice::disable)
        return aggregators(mpi::nodes_in_blocks(ranks, ranks));
    const mpi::NodeMap* nodes = memory_->known_nodes(options_.pretended_nodes);
    return nodes == nullptr ? wanted : aggregators(*nodes);
}

bool Engine::needs_windows(const Plan& plan) {
    return plan.exchange == Exchange::shared_memory && plan.method == Method::two_phase;
}

/// Windows are in shared memory, and so is the place where direct puts take turns.
bool Engine::needs_ring(const Plan& plan, Direction direction) {
    const bool takes_turns = plan.exchange == Exchange::shared_memory &&
                             plan.method == Method::direct && direction == Direction::put;
    return takes_turns || needs_windows(plan);
}

/// Collective. The windows of a plan that wants shared ones; another plan where there cannot be
/// any. Fails on all ranks when one has died.
Status Engine::prepare_windows(Plan& plan, Direction direction, const Summaries& ranks) {
    if (!needs_ring(plan, direction)) return {};
    const bool is_new = memory_->reserve_ring(comm_, needs_windows(plan) ? plan.window_bytes : 0);
    if (memory_->ring() == nullptr) {
        plan = plan_together(direction, ranks);
        return {};
    }
    if (is_new) {
        // The exchange of this call was elsewhere; a ring's calls begin with one of its own.
        const auto begun = share_facts(ranks[static_cast<std::size_t>(comm_.rank())]);
        if (!begun.ok()) return begun.status();
    }
    if (needs_windows(plan)) plan.window_bytes = memory_->ring()->use_windows(plan.window_bytes);
    return {};
}

/// Collective. Windows are read before they are filled only if that is so on all ranks, and while
/// rank 0 keeps other communicators out. Fails on all ranks when one has died.
Status Engine::settle_rewriting(Plan& plan, Solitude& solitude) {
    if (!plan.rewrites) return {};
    struct Answer {
        std::int64_t may_rewrite;
    };
    const auto answers = share_facts(Answer{comm_.rank() == 0 && solitude.holds() ? 1 : 0});
    if (!answers.ok()) return answers.status();
    plan.rewrites = answers.value().front().may_rewrite != 0;
    return {};
}

Engine::CollectiveOutcome Engine::run_collective(const Request& request, std::int64_t maximum) {
    CallRecord call(report_, {.direction = request.direction, .is_collective = true},
                    request.bytes());
    const Summary mine = summarise(request, maximum, call.arrived());
    const Result<twophase::Calls::Call> met = meet(request, mine);
    if (!met.ok()) throw mpi::Failure(met.status(), true);
    const twophase::Calls::Call& all = met.value();
    if (recorder_ != nullptr && comm_.size() > 1)
        report_.arrivals.add(mine.arrived - all.first_arrived,
                             all.last_arrived - all.first_arrived);
    Plan plan = plan_together(request.direction, all.pattern->ranks);
    const Status prepared = prepare_windows(plan, request.direction, all.pattern->ranks);
    if (!prepared.ok()) throw mpi::Failure(prepared, true);
    Solitude solitude(company_);
    const Status settled = settle_rewriting(plan, solitude);
    if (!settled.ok()) throw mpi::Failure(settled, true);
    if (request.direction == Direction::put) written_.add(totals_of(all.pattern->ranks));
    call.chose(plan.method, plan.reason);
    CollectiveOutcome outcome{carry_out(request, plan, all.pattern, solitude), all.maximum};
    memory_->staging().trim();
    return outcome;
}

/// Pages that earlier puts have made are not new.
CostModel Engine::cost_of(Direction direction, const Summaries& ranks) const {
    if (direction == Direction::get) return pace_.cost;
    return with_new_share(pace_.cost, written_.new_share(totals_of(ranks)));
}

Plan Engine::plan_together(Direction direction, const Summaries& ranks) {
    const PhaseTimer timer(report_, Phase::plan);
    // Alone, only what is forced can need others.
    const bool alone = ranks.size() == 1 && options_.method != Method::two_phase &&
                       options_.method != Method::reference;
    if (alone) return plan_independent(direction, ranks.front(), options_, pace_.cost);
    Transport transport;
    if (!shares_memory()) {
        transport.nodes = station().nodes().count();
    } else if (ring_pays(ranks)) {
        transport.exchange = Exchange::shared_memory;
    }
    return plan_collective(direction, ranks, options_, cost_of(direction, ranks), transport);
}

void Engine::prepare_independent() {
    if (may_share_memory()) memory_->make_gate(comm_);
}

Outcome Engine::run_independent(const Request& request) {
    CallRecord call(report_, {.direction = request.direction}, request.bytes());
    const Plan plan = plan_independent(request.direction, summarise(request, 0, 0), options_,
                                       pace_.cost, comm_.size());
    call.chose(plan.method, plan.reason);
    Solitude solitude(company_);
    Outcome outcome = carry_out(request, plan, nullptr, solitude);
    memory_->staging().trim();
    return outcome;
}

Status Engine::fill(const Request& request) {
    Solitude solitude(company_);
    channel_.let_post(true);
    return run_direct(request, {.channel = channel_,
                                .options = options_,
                                .cost = pace_.cost,
                                .solitude = solitude,
                                .neighbours = Neighbours::none})
        .status;
}

/// `pattern`: null for a call of this rank alone.
Outcome Engine::carry_out(const Request& request, const Plan& plan, twophase::Pattern* pattern,
                          Solitude& solitude) {
    // Only sieved writes disturb neighbours, and within a collective call all ranks use the same
    // method.
    const bool side_by_side =
        comm_.size() > 1 && (pattern == nullptr || plan.method == Method::sieve);
    // Nobody rewrites what storage that takes shapes keeps by itself.
    const bool is_disturbed = side_by_side && !channel_.prefers_shapes();
    channel_.let_post(!is_disturbed);
    const Context context{
        .channel = channel_,
        .options = options_,
        .cost = plan.cost,
        .solitude = solitude,
        .neighbours = is_disturbed ? Neighbours::possible : Neighbours::none,
        .gate = pattern == nullptr && may_share_memory() ? memory_->gate() : nullptr,
        .turns = needs_ring(plan, request.direction) ? memory_->ring() : nullptr,
        .writers = static_cast<std::uint32_t>(plan.writers)};
    switch (plan.method) {
        case Method::sieve:
            return run_sieve(request, context);
        case Method::two_phase:
            if (plan.exchange == Exchange::shared_memory)
                return run_shared_windows(request, context, plan, pattern->ranks, *memory_->ring(),
                                          comm_);
            return run_two_phase(request, context, plan, *pattern, station(), comm_);
        case Method::reference:
            return run_reference(request, context, comm_);
        case Method::direct:
        case Method::automatic:
            break;
    }
    return run_direct(request, context);
}

void Engine::record(bool is_traced) {
    const Clock clock = agree_on_clock(comm_);
    recorder_ = std::make_unique<Recorder>(clock, is_traced ? Trace::most_events(comm_.size()) : 0);
    report_.recorder = recorder_.get();
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/engine.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

Summary summarise(const Request& request, std::int64_t maximum) {
    return {.begin = request.begin(),
            .end = request.end(),
            .bytes = request.bytes(),
            .runs = request.runs(),
            .maximum = maximum};
}

}  // namespace

/// Collective. Every rank's bytes; nothing when a rank has died. Through shared memory where there
/// is some, which then is ready for a call's windows.
std::optional<std::vector<std::byte>> Engine::share(std::span<const std::byte> mine) {
    const PhaseTimer timer(report_, Phase::plan);
    node::Ring* const ring = shares_memory() ? memory_->ring() : nullptr;
    if (ring != nullptr) return ring->begin_call(ring->fit(options_.window_bytes), mine);
    return comm_.all_gather(mine);
}

/// Making the ring takes milliseconds, so a first call with little to move does without.
bool Engine::ring_pays(const Summaries& ranks) const {
    constexpr std::int64_t little = 1 << 20;
    std::int64_t bytes = 0;
    for (const Summary& rank : ranks) bytes += rank.bytes;
    return memory_->was_tried() || options_.method == Method::two_phase || bytes >= little;
}

bool Engine::shares_memory() const {
    const bool in_vain = memory_->was_tried() && memory_->ring() == nullptr;
    return comm_.size() > 1 && options_.shared_memory != Choice::disable && !in_vain;
}

/// Collective. The windows of a plan that wants shared ones; another plan where there cannot be
/// any. Fails on all ranks when one has died.
Status Engine::prepare_windows(Plan& plan, Direction direction, const Summaries& ranks) {
    if (plan.method != Method::two_phase || plan.exchange != Exchange::shared_memory) return {};
    if (!memory_->was_tried()) {
        memory_->make_ring(comm_, options_.window_bytes);
        if (memory_->ring() == nullptr) {
            plan = plan_together(direction, ranks);
            return {};
        }
        // The exchange of this call was by messages; the ring's calls begin with one of its own.
        const auto begun = share_facts(ranks[static_cast<std::size_t>(comm_.rank())]);
        if (!begun.ok()) return begun.status();
    }
    plan.window_bytes = memory_->ring()->fit(plan.window_bytes);
    return {};
}

Engine::CollectiveOutcome Engine::run_collective(const Request& request, std::int64_t maximum) {
    count(request);
    const Summary mine = summarise(request, maximum);
    const Result<Summaries> shared = share_facts(mine);
    if (!shared.ok()) return {{.status = shared.status()}, maximum};
    const Summaries& ranks = shared.value();
    std::int64_t largest = maximum;
    for (const Summary& rank : ranks) largest = std::max(largest, rank.maximum);
    Plan plan = plan_together(request.direction, ranks);
    const Status prepared = prepare_windows(plan, request.direction, ranks);
    if (!prepared.ok()) return {{.status = prepared}, largest};
    return {carry_out(request, plan, ranks), largest};
}

Plan Engine::plan_together(Direction direction, const Summaries& ranks) const {
    // Alone, only what is forced can need others.
    const bool alone = ranks.size() == 1 && options_.method != Method::two_phase &&
                       options_.method != Method::reference;
    if (alone) return plan_independent(direction, ranks.front(), options_, cost_);
    const Exchange exchange =
        shares_memory() && ring_pays(ranks) ? Exchange::shared_memory : Exchange::messages;
    return plan_collective(direction, ranks, options_, cost_, exchange);
}

Outcome Engine::run_independent(const Request& request) {
    count(request);
    const Plan plan = plan_independent(request.direction, summarise(request, 0), options_, cost_);
    return carry_out(request, plan, {});
}

Status Engine::fill(const Request& request) {
    return run_direct(request, {.channel = channel_,
                                .options = options_,
                                .cost = cost_,
                                .neighbours = Neighbours::none})
        .status;
}

Outcome Engine::carry_out(const Request& request, const Plan& plan,
                          const std::vector<Summary>& ranks) {
    ++report_.method_calls[static_cast<std::size_t>(plan.method)];
    report_.last_reason = plan.reason;
    // Only sieved writes disturb neighbours, and within a collective call all ranks use the same
    // method.
    const bool side_by_side = comm_.size() > 1 && (ranks.empty() || plan.method == Method::sieve);
    const Context context{.channel = channel_,
                          .options = options_,
                          .cost = cost_,
                          .neighbours = side_by_side ? Neighbours::possible : Neighbours::none};
    switch (plan.method) {
        case Method::sieve:
            return run_sieve(request, context);
        case Method::two_phase:
            if (plan.exchange == Exchange::shared_memory)
                return run_shared_windows(request, context, plan, ranks, *memory_->ring(), comm_);
            return run_two_phase(request, context, plan, ranks, comm_);
        case Method::reference:
            return run_reference(request, context, comm_);
        case Method::direct:
        case Method::automatic:
            break;
    }
    return run_direct(request, context);
}

void Engine::count(const Request& request) {
    const bool put = request.direction == Direction::put;
    ++(put ? report_.put_calls : report_.get_calls);
    (put ? report_.put_bytes : report_.get_bytes) += request.bytes();
}

}  // namespace weft::engine

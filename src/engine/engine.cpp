// SPDX-License-Identifier: BSD-3-Clause
#include "engine/engine.hpp"

#include <algorithm>
#include <cstring>

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

std::vector<Summary> Engine::share_summaries(const Request& request, std::int64_t maximum) {
    const PhaseTimer timer(report_, Phase::plan);
    const Summary mine = summarise(request, maximum);
    if (comm_.size() == 1) return {mine};
    const std::vector<std::byte> all = comm_.all_gather(std::as_bytes(std::span(&mine, 1)));
    std::vector<Summary> ranks(static_cast<std::size_t>(comm_.size()));
    std::memcpy(ranks.data(), all.data(), all.size());
    return ranks;
}

Engine::CollectiveOutcome Engine::run_collective(const Request& request, std::int64_t maximum) {
    count(request);
    const std::vector<Summary> ranks = share_summaries(request, maximum);
    std::int64_t largest = maximum;
    for (const Summary& rank : ranks) largest = std::max(largest, rank.maximum);
    // Alone, only what is forced can need others.
    const bool alone = ranks.size() == 1 && options_.method != Method::two_phase &&
                       options_.method != Method::reference;
    const Plan plan = alone ? plan_independent(request.direction, ranks.front(), options_, cost_)
                            : plan_collective(request.direction, ranks, options_, cost_);
    return {carry_out(request, plan, ranks), largest};
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

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/plan.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

Plan with(Method method, const char* words) {
    Plan plan;
    plan.method = method;
    plan.reason.words = words;
    return plan;
}

Choice collective_choice(Direction direction, const Options& options) {
    return direction == Direction::put ? options.collective_write : options.collective_read;
}

Choice sieve_choice(Direction direction, const Options& options) {
    return direction == Direction::put ? options.sieve_write : options.sieve_read;
}

/// Hints forbid methods, and so does storage; one of those that a rank can do on its own is always
/// left.
bool is_forbidden(Method method, const Prospect& call) {
    const Choice sieve = sieve_choice(call.direction, call.options);
    if (method == Method::direct) return sieve == Choice::enable;
    // Where storage takes shapes, what lies between their runs is not moved for fewer calls.
    if (method == Method::sieve)
        return sieve == Choice::disable || (sieve == Choice::automatic && call.cost.prefers_shapes);
    return method == Method::two_phase &&
           collective_choice(call.direction, call.options) == Choice::disable;
}

/// The cheapest of all that may be, and why.
Plan cheapest(const Prospect& call) {
    Plan plan;
    const Choice sieve = sieve_choice(call.direction, call.options);
    if (sieve == Choice::enable) plan.reason.words = "sieving enabled by hint";
    if (sieve == Choice::disable) plan.reason.words = "sieving disabled by hint";
    plan.method = Method::automatic;
    for (const MethodEntry& entry : method_table()) {
        if (entry.seconds == nullptr || (entry.needs_all_ranks && call.is_independent)) continue;
        if (is_forbidden(entry.method, call)) continue;
        const double seconds = entry.seconds(call);
        plan.reason.of(entry.method) = seconds;
        if (plan.method == Method::automatic || seconds < *plan.reason.of(plan.method))
            plan.method = entry.method;
    }
    return plan;
}

/// Shared windows follow one another without a gap, so each that holds nothing costs its ranks a
/// turn. Who enables them has windows with data in mind.
bool is_too_sparse_for_windows(const Prospect& call) {
    if (call.transport.exchange != Exchange::shared_memory) return false;
    const std::int64_t window =
        shared_window_bytes(call.direction, call.all, call.options, call.cost);
    constexpr std::int64_t worth = 16;
    return call.all.ranges / window > worth * call.all.runs &&
           call.all.ranges / worth > call.all.bytes;
}

Plan choose_collective(const Prospect& call) {
    const Options& options = call.options;
    const Choice choice = collective_choice(call.direction, options);
    if (options.one_host && options.method != Method::reference)
        return with(Method::two_phase, "hosts may see different data, so one host moves them all");
    if (options.method != Method::automatic) return with(options.method, "forced by weft_method");
    if (choice == Choice::enable && !is_too_sparse_for_windows(call))
        return with(Method::two_phase, "two_phase enabled by hint");
    Plan plan = cheapest(call);
    plan.reason.two_phase_disabled = choice == Choice::disable;
    return plan;
}

Plan choose_independent(const Prospect& call) {
    const Options& options = call.options;
    if (options.one_host && call.direction == Direction::put)
        return with(Method::direct, "hosts may see different data, so nothing is rewritten");
    if (options.method == Method::direct || options.method == Method::sieve)
        return with(options.method, "forced by weft_method");
    if (call.all.bytes == 0) return with(Method::direct, "nothing to move");
    if (call.all.runs == 1 && sieve_choice(call.direction, options) == Choice::automatic)
        return with(Method::direct, "one run");
    return cheapest(call);
}

/// The kernel lets one rank at a time write to a file. Direct puts are made by two: one converts
/// what it writes next while the other is in the kernel. Ranks that share windows convert while one
/// of them writes, anyway.
int usual_writers(const Plan& plan, const CostModel& cost) {
    const int busy = plan.method == Method::direct ? std::min(2, cost.cores) : 1;
    return std::max(busy, cost.store_writers);
}

}  // namespace

Plan plan_collective(Direction direction, const CallTotals& all, const Options& options,
                     const CostModel& cost, Transport transport) {
    if (all.bytes == 0) return with(Method::direct, "nothing to move");
    const CostModel now = slowed(cost, all.write_level, all.read_level);
    Plan plan = choose_collective({direction, all, options, now, transport});
    plan.exchange = transport.exchange;
    plan.writers = options.aggregators > 0 ? options.aggregators : usual_writers(plan, cost);
    plan.begin = all.begin;
    plan.end = all.end;
    plan.window_bytes = plan.exchange == Exchange::shared_memory
                            ? shared_window_bytes(direction, all, options, now)
                            : options.window_bytes;
    plan.cost = now;
    return plan;
}

Plan plan_independent(Direction direction, const Summary& mine, const Options& options,
                      const CostModel& cost, int ranks) {
    const CallTotals all = totals_of(mine);
    const CostModel now = slowed(cost, mine.write_level, mine.read_level);
    Plan plan = choose_independent({.direction = direction,
                                    .all = all,
                                    .options = options,
                                    .cost = now,
                                    .is_independent = true,
                                    .is_crowded = ranks > 1});
    plan.cost = now;
    return plan;
}

bool is_direct_anyway(Direction direction, const Options& options) {
    return options.method == Method::direct ||
           (options.method != Method::sieve &&
            sieve_choice(direction, options) == Choice::automatic);
}

bool should_rewrite_windows(const Plan& plan, const std::vector<Summary>& ranks,
                            const Options& options) {
    const CallTotals all = totals_of(ranks);
    const std::int64_t access_range = union_of_access_ranges(ranks);
    if (all.bytes >= access_range || options.sieve_write == Choice::disable) return false;
    if (plan.cost.prefers_shapes) return false;
    const std::int64_t windows = access_range / plan.window_bytes + 1;
    if (options.sieve_write == Choice::enable) return true;
    // With less than a run for each, most windows are whole, or empty.
    return all.runs >= windows &&
           rewriting_pays({access_range / windows, all.bytes / windows, all.runs / windows},
                          plan.cost);
}

}  // namespace weft::engine

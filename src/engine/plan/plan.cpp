// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/plan.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

/// Whether the hint weft_method also decides for calls that a rank makes on its own.
bool is_forced_alone(const Options& options) {
    const MethodEntry* const entry = entry_of(options.method);
    return entry != nullptr && !entry->needs.all_ranks;
}

Plan with(Method method, const char* words) {
    Plan plan;
    plan.method = method;
    plan.reason.words = words;
    return plan;
}

/// Whether the method can carry out the call. For a target the ranks must meet in two cases: in a
/// collective put, unless each rank sets whole units, because each unit must be one rank's; and in
/// a get, if units must be loaded by the ranks that own them.
bool can_move(const MethodEntry& entry, const CallFacts& call) {
    if (entry.needs.all_ranks && call.is_independent) return false;
    if (call.space.is_file) return true;
    return !entry.needs.file &&
           (entry.needs.all_ranks || call.is_independent || call.stores_alone() ||
            !(call.is_put() || call.space.only_owners_load));
}

/// Whether the method suits the call. For a target, that is a method in which ranks meet, or one in
/// which each rank loads or stores its own units, according to the call.
bool suits(const MethodEntry& entry, const CallFacts& call) {
    return call.space.is_file ||
           entry.needs.all_ranks !=
               (call.is_independent || call.loads_alone() || call.stores_alone());
}

/// Whether the method is allowed. Hints are about files: for a target every method is allowed.
bool is_allowed(const MethodEntry& entry, const CallFacts& call) {
    return !call.space.is_file || entry.is_allowed == nullptr || entry.is_allowed(call);
}

/// The plan for the cheapest of all possible methods, with the reason. A method that a rank can run
/// on its own is always possible.
Plan cheapest(const CallFacts& call) {
    Plan plan;
    if (call.sieve_choice() == Choice::enable) plan.reason.words = "sieving enabled by hint";
    if (call.sieve_choice() == Choice::disable) plan.reason.words = "sieving disabled by hint";
    plan.method = Method::automatic;
    std::uint8_t number = 0;
    for (const MethodEntry* entry : method_table()) {
        const auto method = static_cast<Method>(++number);
        if (entry->seconds == nullptr || !can_move(*entry, call) || !suits(*entry, call) ||
            !is_allowed(*entry, call))
            continue;
        const double seconds = entry->seconds(call);
        plan.reason.of(method) = seconds;
        if (plan.method == Method::automatic || seconds < *plan.reason.of(plan.method))
            plan.method = method;
    }
    return plan;
}

/// Whether a hint forces a method that can do what storage asks for.
bool is_forced(const CallFacts& call) {
    const MethodEntry* const entry = entry_of(call.options.method);
    return entry != nullptr && can_move(*entry, call) &&
           (!call.options.one_host || entry->is_of_rank_0);
}

Plan choose_collective(const CallFacts& call) {
    if (is_forced(call)) return with(call.options.method, "forced by weft_method");
    std::uint8_t number = 0;
    for (const MethodEntry* entry : method_table()) {
        ++number;
        const char* const why = entry->is_demanded == nullptr ? nullptr : entry->is_demanded(call);
        if (why != nullptr) return with(static_cast<Method>(number), why);
    }
    Plan plan = cheapest(call);
    if (call.loads_alone()) plan.reason.words = "ranks want few units in common";
    if (call.stores_alone()) plan.reason.words = "ranks set whole units";
    plan.reason.two_phase_disabled = call.collective_choice() == Choice::disable;
    return plan;
}

Plan choose_independent(const CallFacts& call) {
    const Options& options = call.options;
    if (call.all.bytes > 0 && !call.space.is_file) return cheapest(call);
    if (options.one_host && call.is_put())
        return with(plain_method, "hosts may see different data, so nothing is rewritten");
    if (is_forced_alone(options)) return with(options.method, "forced by weft_method");
    if (call.all.bytes == 0) return with(plain_method, "nothing to move");
    if (call.all.runs == 1 && call.sieve_choice() == Choice::automatic)
        return with(plain_method, "one run");
    return cheapest(call);
}

/// The work of a target on a window keeps a rank busy.
int usual_writers(const Plan& plan, const CallFacts& call) {
    if (!call.space.is_file) return static_cast<int>(call.all.ranks);
    const CostModel& cost = call.cost;
    return std::max(std::min(entry_of(plan.method)->writers, cost.cores), cost.store_writers);
}

}  // namespace

Plan plan_collective(Direction direction, const CallTotals& all, const Options& options,
                     const CostModel& cost, Transport transport, SpaceKind space) {
    if (all.bytes == 0) return with(plain_method, "nothing to move");
    const CostModel now = slowed(cost, all.write_level, all.read_level);
    CallFacts call{direction, all, options, now, transport, space};
    if (!space.is_file && !call.shares_units()) call.transport.exchange = Exchange::messages;
    Plan plan = choose_collective(call);
    plan.exchange = call.transport.exchange;
    plan.writers = options.aggregators > 0 ? options.aggregators : usual_writers(plan, call);
    plan.begin = all.begin;
    plan.end = all.end;
    plan.window_bytes = window_of(space, plan.exchange == Exchange::shared_memory
                                             ? shared_window_bytes(direction, all, options, now)
                                             : options.window_bytes);
    plan.cost = now;
    return plan;
}

Plan plan_independent(Direction direction, const Summary& mine, const Options& options,
                      const CostModel& cost, int ranks, SpaceKind space) {
    const CallTotals all = totals_of(mine);
    const CostModel now = slowed(cost, mine.write_level, mine.read_level);
    Plan plan = choose_independent({.direction = direction,
                                    .all = all,
                                    .options = options,
                                    .cost = now,
                                    .space = space,
                                    .is_independent = true,
                                    .is_crowded = ranks > 1});
    plan.cost = now;
    return plan;
}

bool shares_windows(const Plan& plan) {
    return plan.exchange == Exchange::shared_memory && entry_of(plan.method)->needs.exchange;
}

std::optional<std::int64_t> arena_windows(const Plan& plan, Direction direction) {
    if (shares_windows(plan)) return plan.window_bytes;
    const bool takes_turns = plan.exchange == Exchange::shared_memory &&
                             entry_of(plan.method)->needs.turns && direction == Direction::put;
    return takes_turns ? std::optional(std::int64_t{0}) : std::nullopt;
}

bool is_plain_anyway(Direction direction, const Options& options) {
    if (is_forced_alone(options)) return options.method == plain_method;
    return sieve_choice(direction, options) == Choice::automatic;
}

bool depends_on_crossing(Direction direction, const CallTotals& all, const Options& options,
                         const CostModel& cost, Transport transport, SpaceKind space) {
    if (transport.crossing_bytes) return false;
    const auto method = [&] {
        return plan_collective(direction, all, options, cost, transport, space).method;
    };
    const Method usual = method();
    transport.crossing_bytes = 0;
    return method() != usual;
}

bool should_rewrite_windows(const Plan& plan, const std::vector<Summary>& ranks,
                            const Options& options) {
    const CallTotals all = totals_of(ranks);
    const std::int64_t access_range = union_of_access_ranges(ranks);
    if (all.bytes >= access_range || options.sieve_write == Choice::disable) return false;
    if (plan.cost.prefers_shapes) return false;
    const std::int64_t windows = access_range / plan.window_bytes + 1;
    if (options.sieve_write == Choice::enable) return true;
    // If there is less than one run for each window, most windows are whole, or empty.
    return all.runs >= windows &&
           rewriting_pays({access_range / windows, all.bytes / windows, all.runs / windows},
                          plan.cost);
}

}  // namespace weft::engine

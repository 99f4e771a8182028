// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/plan/call_totals.hpp"

namespace weft::engine {
namespace {

/// Calls that move some bytes in so many runs each for itself, or as shapes.
double calls_for(std::int64_t bytes, std::int64_t runs, const CostModel& cost) {
    if (!cost.prefers_shapes) return static_cast<double>(runs);
    return std::min(static_cast<double>(runs), static_cast<double>(bytes) / shape_call_bytes + 1);
}

/// The pages that pieces touch, one piece at a time. A page that is not written whole at once costs
/// as much as one on its own: what is beside the piece must be cleared, or found.
double touched_seconds(const Stretch& stretch, const CostModel& cost) {
    const std::int64_t runs = std::max<std::int64_t>(1, stretch.runs);
    if (stretch.is_scattered())
        return static_cast<double>(runs) * cost.new_island + new_page_seconds(stretch.bytes, cost);
    const bool is_whole = stretch.bytes >= stretch.access_range;
    if (is_whole || stretch.bytes / runs >= page_bytes)
        return new_page_seconds(stretch.access_range, cost);
    return static_cast<double>(stretch.access_range) / page_bytes * cost.new_island;
}

double piecewise_seconds(const Stretch& stretch, const CostModel& cost) {
    return calls_for(stretch.bytes, stretch.runs, cost) * cost.write_call +
           static_cast<double>(stretch.bytes) * cost.write_byte + touched_seconds(stretch, cost);
}

double rewriting_seconds(const Stretch& stretch, const CostModel& cost) {
    return cost.write_call + transfer_call(Direction::get, cost) +
           static_cast<double>(stretch.access_range) * (cost.read_byte + cost.write_byte) +
           new_page_seconds(stretch.access_range, cost);
}

Stretch stretch_of(const Summary& rank) {
    return {rank.end - rank.begin, rank.bytes, rank.runs};
}

/// Every run by a call of its own, without the new pages.
double direct_seconds(Direction direction, const Summary& rank, const CostModel& cost) {
    return calls_for(rank.bytes, rank.runs, cost) * transfer_call(direction, cost) +
           static_cast<double>(rank.bytes) * transfer_byte(direction, cost) +
           settling_seconds(direction, cost);
}

/// The whole access range through windows, without the new pages; puts read it first when it has
/// holes.
double sieve_seconds(Direction direction, const Summary& rank, std::int64_t window_bytes,
                     const CostModel& cost) {
    if (rank.bytes == 0) return 0;
    const auto access_range = static_cast<double>(rank.end - rank.begin);
    const double calls = access_range / static_cast<double>(window_bytes) + 1;
    const double reading_call = transfer_call(Direction::get, cost);
    if (direction == Direction::get) return access_range * cost.read_byte + calls * reading_call;
    const bool holes = rank.end - rank.begin > rank.bytes;
    const double reading =
        holes ? access_range * cost.read_byte + calls * (reading_call + cost.lock) : 0;
    return access_range * cost.write_byte + calls * cost.write_call + reading +
           settling_seconds(direction, cost);
}

double two_phase_seconds(Direction direction, const CallTotals& sum, int ranks, int nodes,
                         const Options& options, const CostModel& cost) {
    const auto access_range = static_cast<double>(sum.end - sum.begin);
    const auto bytes = static_cast<double>(sum.bytes);
    const double windows = access_range / static_cast<double>(options.window_bytes) + 1;
    const double in_parallel = std::min(ranks, nodes * cost.cores);
    // Sparse access ranges are written run by run within the window, so the data count, not the
    // hull.
    const double moved = direction == Direction::put ? bytes : std::min(access_range, 4 * bytes);
    const double fresh = direction == Direction::put ? touched_seconds(sum.stretch(), cost) : 0;
    return moved * transfer_byte(direction, cost) + fresh +
           bytes * cost.exchange_byte / in_parallel +
           windows * (nodes * cost.message + transfer_call(direction, cost)) / in_parallel +
           settling_seconds(direction, cost);
}

/// Windows in shared memory are short, so that they stay in the processor's caches, and many, so
/// that one is filled while another is written. But passing one on must cost little beside putting
/// what is in it.
std::int64_t shared_window(int ranks, const CostModel& cost) {
    constexpr double worth = 8;
    const double passing = (ranks * cost.window + cost.write_call) / std::min(ranks, cost.cores);
    const double byte = cost.write_byte + cost.window_byte + new_page_seconds(1, cost);
    return static_cast<std::int64_t>(worth * passing / byte);
}

/// Of a call whose ranks share memory. The same for puts and gets, which use the same memory.
std::int64_t shared_window_for(const CallTotals& sum, int ranks, const Options& options,
                               const CostModel& cost) {
    constexpr std::int64_t fewest = 32;
    constexpr std::int64_t shortest = 64 << 10;
    const std::int64_t wanted =
        std::min(shared_window(ranks, cost), (sum.end - sum.begin) / fewest);
    const auto window = std::bit_ceil(static_cast<std::uint64_t>(std::max(wanted, shortest)));
    return std::min(options.window_bytes, static_cast<std::int64_t>(window));
}

/// The bytes go straight to their place, so no exchange costs anything but the windows' own state.
double shared_seconds(Direction direction, const CallTotals& sum, int ranks, const Options& options,
                      const CostModel& cost) {
    const auto access_range = static_cast<double>(sum.end - sum.begin);
    const auto bytes = static_cast<double>(sum.bytes);
    // A get reads windows ahead while others are passed on. Measured: that takes about as long as
    // if they were of the hinted size.
    const std::int64_t window = direction == Direction::put
                                    ? shared_window_for(sum, ranks, options, cost)
                                    : options.window_bytes;
    const double windows = access_range / static_cast<double>(window) + 1;
    const double in_parallel = std::min(ranks, cost.cores);
    const double passing =
        windows * (ranks * cost.window + transfer_call(direction, cost)) / in_parallel;
    if (direction == Direction::get) return access_range * cost.read_byte / in_parallel + passing;
    const double storing = passing + bytes * cost.window_byte + settling_seconds(direction, cost);
    if (sum.bytes >= sum.end - sum.begin)
        return bytes * cost.write_byte + new_page_seconds(sum.bytes, cost) + storing;
    // How far ranks fill each other's holes is not known: perhaps not at all.
    const Stretch all = sum.stretch();
    return std::min(piecewise_seconds(all, cost), rewriting_seconds(all, cost)) + storing;
}

/// A run of a file that grows in several places at a time. Each needs a beginning, as a page on its
/// own does; the end of one and the beginning of the next meet later.
double interleaved_run(const CostModel& cost) {
    constexpr double worth = 8;  // measured: 1 to 2 us on tmpfs, 4 to 17 on ext4
    return worth * (cost.new_island - cost.new_page);
}

/// Direct puts of one node's ranks, beside their calls: a place among the writers for each staging
/// that is full, and what an unbroken file loses that grows in several places at a time.
double crowd_seconds(const std::vector<Summary>& ranks, const CallTotals& sum,
                     const CostModel& cost) {
    constexpr double bytes_of_a_turn = 256 << 10;
    const double turns = static_cast<double>(sum.bytes) / bytes_of_a_turn + sum.active;
    std::int64_t access_ranges = 0;
    bool comes_back = false;  // with runs that would be one if they came in order of the file
    for (const Summary& rank : ranks) {
        access_ranges += rank.end - rank.begin;
        comes_back = comes_back || (rank.runs > 1 && rank.bytes >= rank.end - rank.begin);
    }
    const bool is_unbroken = sum.bytes >= sum.end - sum.begin;
    const bool is_interleaved = comes_back || access_ranges > sum.end - sum.begin;
    const std::int64_t places = is_unbroken && is_interleaved ? sum.runs : 0;
    return turns * cost.turn + static_cast<double>(places) * interleaved_run(cost);
}

/// What sieving ranks lose, which write whole windows to one file at the same time.
double contention_seconds(const std::vector<Summary>& ranks, std::int64_t window_bytes,
                          const CostModel& cost) {
    double bytes = 0;
    double calls = 0;
    for (const Summary& rank : ranks) {
        if (rank.bytes == 0) continue;
        const auto access_range = static_cast<double>(rank.end - rank.begin);
        bytes += access_range;
        calls += access_range / static_cast<double>(window_bytes) + 1;
    }
    return calls * cost.contended_call + bytes * cost.contended_byte;
}

/// Kernel writes to one file follow one another, those of other stores not all; reads run side by
/// side.
double of_all_ranks(Direction direction, const std::vector<double>& seconds,
                    const CostModel& cost) {
    double sum = 0;
    double longest = 0;
    for (const double one : seconds) {
        sum += one;
        longest = std::max(longest, one);
    }
    const int at_a_time = direction == Direction::put ? cost.store_writers : cost.cores;
    return std::max(longest,
                    sum / std::min<double>(static_cast<double>(seconds.size()), at_a_time));
}

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

std::int64_t sieve_bytes(Direction direction, const Options& options) {
    return direction == Direction::put ? options.sieve_write_bytes : options.sieve_read_bytes;
}

/// One word for the forms in which ranks can go their own ways. Where storage takes shapes, what
/// lies between their runs is not moved for the sake of fewer calls.
Plan cheaper_alone(double direct, double sieve, Choice choice, const CostModel& cost) {
    if (choice == Choice::enable) return with(Method::sieve, "sieving enabled by hint");
    if (choice == Choice::disable) return with(Method::direct, "sieving disabled by hint");
    Plan plan;
    const bool may_sieve = !cost.prefers_shapes;
    plan.method = may_sieve && sieve < direct ? Method::sieve : Method::direct;
    plan.reason.direct = direct;
    plan.reason.sieve = sieve;
    return plan;
}

Plan choose_collective(Direction direction, const std::vector<Summary>& ranks,
                       const CallTotals& sum, Transport transport, const Options& options,
                       const CostModel& cost) {
    const Choice choice = collective_choice(direction, options);
    if (options.one_host && options.method != Method::reference)
        return with(Method::two_phase, "hosts may see different data, so one host moves them all");
    if (options.method != Method::automatic) return with(options.method, "forced by weft_method");
    if (choice == Choice::enable) return with(Method::two_phase, "two-phase enabled by hint");
    std::vector<double> direct;
    std::vector<double> sieve;
    for (const Summary& rank : ranks) {
        direct.push_back(direct_seconds(direction, rank, cost));
        sieve.push_back(sieve_seconds(direction, rank, sieve_bytes(direction, options), cost));
    }
    double direct_all = of_all_ranks(direction, direct, cost);
    double sieve_all = of_all_ranks(direction, sieve, cost);
    if (direction == Direction::put) {
        direct_all += touched_seconds(sum.stretch(), cost);
        sieve_all += new_page_seconds(sum.end - sum.begin, cost);
    }
    // Ranks of many nodes meet in the servers, of which this model knows nothing.
    const bool one_node = transport.exchange == Exchange::shared_memory;
    const bool one_at_a_time = cost.store_writers == 1;
    if (one_node && direction == Direction::put && sum.active > 1 && one_at_a_time) {
        direct_all += crowd_seconds(ranks, sum, cost);
        sieve_all += contention_seconds(ranks, sieve_bytes(direction, options), cost);
    }
    Plan alone = cheaper_alone(direct_all, sieve_all, sieve_choice(direction, options), cost);
    if (choice == Choice::disable) {
        alone.reason.two_phase_disabled = true;
        return alone;
    }
    const auto rank_count = static_cast<int>(ranks.size());
    const double together =
        one_node
            ? shared_seconds(direction, sum, rank_count, options, cost)
            : two_phase_seconds(direction, sum, rank_count,
                                transport.nodes > 0 ? transport.nodes : rank_count, options, cost);
    const double alone_seconds = alone.method == Method::sieve ? sieve_all : direct_all;
    alone.reason.two_phase = together;
    if (together < alone_seconds) alone.method = Method::two_phase;
    return alone;
}

Plan choose_independent(Direction direction, const Summary& mine, const Options& options,
                        const CostModel& cost, int ranks) {
    if (options.one_host && direction == Direction::put)
        return with(Method::direct, "hosts may see different data, so nothing is rewritten");
    if (options.method == Method::direct || options.method == Method::sieve) {
        return with(options.method, "forced by weft_method");
    }
    if (mine.bytes == 0) return with(Method::direct, "nothing to move");
    const Choice choice = sieve_choice(direction, options);
    if (mine.runs == 1 && choice == Choice::automatic) return with(Method::direct, "one run");
    double direct = direct_seconds(direction, mine, cost);
    double sieve = sieve_seconds(direction, mine, sieve_bytes(direction, options), cost);
    if (direction == Direction::put) {
        direct += touched_seconds(stretch_of(mine), cost);
        sieve += new_page_seconds(mine.end - mine.begin, cost);
        if (ranks > 1) direct += static_cast<double>(mine.runs) * cost.crowded_call;
    }
    return cheaper_alone(direct, sieve, choice, cost);
}

/// The kernel lets one rank at a time write to a file. Direct puts are made by two: one converts
/// what it writes next while the other is in the kernel. Ranks that share windows convert while one
/// of them writes, anyway.
int usual_writers(const Plan& plan, const CostModel& cost) {
    const int busy = plan.method == Method::direct ? std::min(2, cost.cores) : 1;
    return std::max(busy, cost.store_writers);
}

/// Where there must be holes in most windows, and they are better read than left out.
bool should_rewrite_windows(const Plan& plan, const std::vector<Summary>& ranks,
                            const CallTotals& sum, const Options& options, const CostModel& cost) {
    const std::int64_t access_range = union_of_hulls(ranks);
    if (sum.bytes >= access_range || options.sieve_write == Choice::disable) return false;
    if (cost.prefers_shapes) return false;
    const std::int64_t windows = access_range / plan.window_bytes + 1;
    return options.sieve_write == Choice::enable ||
           rewriting_pays({access_range / windows, sum.bytes / windows, sum.runs / windows}, cost);
}

/// The slowest rank's: what waits for it waits for storage.
CostModel cost_for(const std::vector<Summary>& ranks, const CostModel& cost) {
    int write_level = 0;
    int read_level = 0;
    for (const Summary& rank : ranks) {
        write_level = std::max<int>(write_level, rank.write_level);
        read_level = std::max<int>(read_level, rank.read_level);
    }
    return slowed(cost, write_level, read_level);
}

}  // namespace

Plan plan_collective(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                     const CostModel& cost, Transport transport) {
    const CallTotals sum = totals_of(ranks);
    if (sum.bytes == 0) return with(Method::direct, "nothing to move");
    const CostModel now = cost_for(ranks, cost);
    Plan plan = choose_collective(direction, ranks, sum, transport, options, now);
    plan.exchange = transport.exchange;
    plan.writers = options.aggregators > 0 ? options.aggregators : usual_writers(plan, cost);
    plan.begin = sum.begin;
    plan.end = sum.end;
    const bool shares = plan.exchange == Exchange::shared_memory;
    plan.window_bytes = shares
                            ? shared_window_for(sum, static_cast<int>(ranks.size()), options, now)
                            : options.window_bytes;
    plan.rewrites = direction == Direction::put && shares && plan.method == Method::two_phase &&
                    should_rewrite_windows(plan, ranks, sum, options, now);
    plan.cost = now;
    return plan;
}

Plan plan_independent(Direction direction, const Summary& mine, const Options& options,
                      const CostModel& cost, int ranks) {
    const CostModel now = slowed(cost, mine.write_level, mine.read_level);
    Plan plan = choose_independent(direction, mine, options, now, ranks);
    plan.cost = now;
    return plan;
}

bool rewriting_pays(const Stretch& stretch, const CostModel& cost) {
    // Who takes shapes keeps what is between their runs.
    return !cost.prefers_shapes &&
           rewriting_seconds(stretch, cost) < piecewise_seconds(stretch, cost);
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/method_table.hpp"

#include <algorithm>
#include <bit>

namespace weft::engine {
namespace {

bool is_put(const Prospect& call) {
    return call.direction == Direction::put;
}

double byte_seconds(const Prospect& call) {
    return transfer_byte(call.direction, call.cost);
}

double call_seconds(const Prospect& call) {
    return transfer_call(call.direction, call.cost);
}

double settling(const Prospect& call) {
    return settling_seconds(call.direction, call.cost);
}

std::int64_t sieve_bytes(const Prospect& call) {
    return is_put(call) ? call.options.sieve_write_bytes : call.options.sieve_read_bytes;
}

/// Ranks of one node write to one file. Of what those of several do to each other, which meet in
/// the servers, this model knows nothing.
bool is_contended(const Prospect& call) {
    const Transport& transport = call.transport;
    const bool share_a_node = transport.exchange == Exchange::shared_memory ||
                              (transport.nodes > 0 && transport.nodes < call.all.active);
    return share_a_node && is_put(call) && call.all.active > 1 && call.cost.store_writers == 1;
}

/// Kernel writes to one file follow one another, those of other stores not all; reads run side by
/// side.
double of_all_ranks(const Prospect& call, double all_seconds, double longest_seconds) {
    const int most = is_put(call) ? call.cost.store_writers : call.cost.cores;
    const auto at_a_time = static_cast<double>(std::min<std::int64_t>(call.all.ranks, most));
    return std::max(longest_seconds, all_seconds / at_a_time);
}

/// A run of a file that grows in several places at a time. Each needs a beginning, as a page on its
/// own does; the end of one and the beginning of the next meet later.
double interleaved_run(const CostModel& cost) {
    constexpr double worth = 8;  // measured: 1 to 2 us on tmpfs, 4 to 17 on ext4
    return worth * (cost.new_island - cost.new_page);
}

/// Direct puts of one node's ranks, beside their calls: a place among the writers for each staging
/// that is full, and what an unbroken file loses that grows in several places at a time.
double crowd_seconds(const CallTotals& all, const CostModel& cost) {
    constexpr double bytes_of_a_turn = 256 << 10;
    const double turns =
        static_cast<double>(all.bytes) / bytes_of_a_turn + static_cast<double>(all.active);
    const bool is_unbroken = all.bytes >= all.access_range();
    const bool is_interleaved = all.comes_back || all.ranges > all.access_range();
    const std::int64_t places = is_unbroken && is_interleaved ? all.runs : 0;
    return turns * cost.turn + static_cast<double>(places) * interleaved_run(cost);
}

/// Every run by a call of its own.
double direct_seconds(const Prospect& call) {
    const auto moving = [&](std::int64_t runs, std::int64_t bytes) {
        return calls_for(bytes, runs, call.cost) * call_seconds(call) +
               static_cast<double>(bytes) * byte_seconds(call);
    };
    double seconds = settling(call) + of_all_ranks(call, moving(call.all.runs, call.all.bytes),
                                                   moving(call.all.most_runs, call.all.most_bytes));
    if (is_put(call)) seconds += touched_seconds(call.all.stretch(), call.cost);
    if (is_contended(call)) seconds += crowd_seconds(call.all, call.cost);
    if (is_put(call) && call.is_crowded)
        seconds += static_cast<double>(call.all.runs) * call.cost.crowded_call;
    return seconds;
}

/// What sieving ranks lose, which write whole windows to one file at the same time.
double contention_seconds(const Prospect& call, double windows) {
    return windows * call.cost.contended_call +
           static_cast<double>(call.all.ranges) * call.cost.contended_byte;
}

/// Whole access ranges through windows; puts read those first that have holes.
double sieve_seconds(const Prospect& call) {
    const CallTotals& all = call.all;
    const auto windows_in = [&](std::int64_t ranges, std::int64_t ranks) {
        return static_cast<double>(ranges) / static_cast<double>(sieve_bytes(call)) +
               static_cast<double>(ranks);
    };
    const auto moving = [&](std::int64_t ranges, std::int64_t ranks) {
        return static_cast<double>(ranges) * byte_seconds(call) +
               windows_in(ranges, ranks) * call_seconds(call);
    };
    double seconds = settling(call) +
                     of_all_ranks(call, moving(all.ranges, all.active), moving(all.most_ranges, 1));
    // Between windows and the program's memory, what is moved is copied once more.
    seconds += static_cast<double>(all.bytes) * call.cost.window_byte /
               static_cast<double>(std::min<std::int64_t>(all.ranks, call.cost.cores));
    if (is_put(call)) {
        seconds += static_cast<double>(all.ranges_with_holes) * call.cost.read_byte +
                   windows_in(all.ranges_with_holes, all.with_holes) *
                       (transfer_call(Direction::get, call.cost) + call.cost.lock);
        seconds += new_page_seconds(all.access_range(), call.cost);
    }
    if (is_contended(call)) seconds += contention_seconds(call, windows_in(all.ranges, all.active));
    return seconds;
}

/// Between nodes.
double exchange_seconds(const Prospect& call) {
    const CallTotals& all = call.all;
    const CostModel& cost = call.cost;
    const auto access_range = static_cast<double>(all.access_range());
    const auto bytes = static_cast<double>(all.bytes);
    const auto ranks = static_cast<double>(all.ranks);
    const double nodes = call.transport.nodes > 0 ? call.transport.nodes : ranks;
    const double windows = access_range / static_cast<double>(call.options.window_bytes) + 1;
    const double in_parallel = std::min(ranks, nodes * cost.cores);
    // Sparse access ranges are written run by run within the window, so the data count, not the
    // range.
    const double moved = is_put(call) ? bytes : std::min(access_range, 4 * bytes);
    const double fresh = is_put(call) ? touched_seconds(all.stretch(), cost) : 0;
    const std::optional<std::int64_t>& known = call.transport.crossing_bytes;
    const double sent = known ? static_cast<double>(*known) : bytes * (1 - 1 / nodes);
    const double crossing = sent / nodes * call.transport.link_byte;
    return moved * byte_seconds(call) + fresh + bytes * cost.exchange_byte / in_parallel +
           crossing + windows * (nodes * cost.message + call_seconds(call)) / in_parallel +
           settling(call);
}

/// On one node. The bytes go straight to their place, so no exchange costs anything but the
/// windows' own state.
double shared_windows_seconds(const Prospect& call) {
    const CallTotals& all = call.all;
    const CostModel& cost = call.cost;
    const auto access_range = static_cast<double>(all.access_range());
    const auto bytes = static_cast<double>(all.bytes);
    const auto ranks = static_cast<double>(all.ranks);
    // A get reads windows ahead while others are passed on. Measured: that takes about as long as
    // if they were of the hinted size. But each waits for its answer, where storage is far away.
    const bool is_read_ahead = !is_put(call) && cost.round_trip == 0;
    const std::int64_t window = is_read_ahead
                                    ? call.options.window_bytes
                                    : shared_window_bytes(call.direction, all, call.options, cost);
    const double windows = access_range / static_cast<double>(window) + 1;
    const double in_parallel = std::min<double>(ranks, cost.cores);
    const double passing = windows * (ranks * cost.window + call_seconds(call)) / in_parallel;
    if (!is_put(call)) return access_range * cost.read_byte / in_parallel + passing;
    const double storing = passing + bytes * cost.window_byte + settling(call);
    if (all.bytes >= all.access_range())
        return bytes * cost.write_byte + new_page_seconds(all.bytes, cost) + storing;
    // How far ranks fill each other's holes is not known: perhaps not at all.
    const Stretch stretch = all.stretch();
    return std::min(piecewise_seconds(stretch, cost), rewriting_seconds(stretch, cost)) + storing;
}

double two_phase_seconds(const Prospect& call) {
    return call.transport.exchange == Exchange::shared_memory ? shared_windows_seconds(call)
                                                              : exchange_seconds(call);
}

constexpr MethodEntry entries[] = {
    {Method::direct, "direct", false, direct_seconds},
    {Method::sieve, "sieve", false, sieve_seconds},
    {Method::two_phase, "two_phase", true, two_phase_seconds},
    {Method::reference, "reference", true, nullptr},
};

}  // namespace

std::span<const MethodEntry> method_table() {
    return entries;
}

const char* name_of(Method method) {
    const auto* const found = std::ranges::find(entries, method, &MethodEntry::method);
    return found == std::end(entries) ? "automatic" : found->name;
}

Method method_named(std::string_view name) {
    const auto* const found = std::ranges::find(entries, name, &MethodEntry::name);
    return found == std::end(entries) ? Method::automatic : found->method;
}

/// Windows in shared memory are short, so that they stay in the processor's caches, and many, so
/// that one is filled while another is written. But passing one on must cost little beside putting
/// what is in it.
std::int64_t shared_window_bytes(Direction direction, const CallTotals& all, const Options& options,
                                 const CostModel& cost) {
    constexpr double worth = 8;
    constexpr std::int64_t fewest = 32;
    constexpr std::int64_t shortest = 64 << 10;
    const auto ranks = static_cast<double>(all.ranks);
    const double storing = cost.write_call + (direction == Direction::get ? cost.round_trip : 0);
    const double passing = (ranks * cost.window + storing) / std::min<double>(ranks, cost.cores);
    const double byte = cost.write_byte + cost.window_byte + new_page_seconds(1, cost);
    const std::int64_t wanted =
        std::min(static_cast<std::int64_t>(worth * passing / byte), all.access_range() / fewest);
    const auto window = std::bit_ceil(static_cast<std::uint64_t>(std::max(wanted, shortest)));
    return std::min(options.window_bytes, static_cast<std::int64_t>(window));
}

}  // namespace weft::engine

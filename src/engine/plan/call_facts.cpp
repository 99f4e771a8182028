// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/call_facts.hpp"

#include <algorithm>
#include <bit>

#include "engine/plan/stretch.hpp"

namespace weft::engine {
namespace {

/// A few of them have room in memory that ranks share.
constexpr std::int64_t longest_shared_unit = 16 << 20;

}  // namespace

bool CallFacts::is_contended() const {
    const bool share_a_node =
        shares_memory() || (transport.nodes > 0 && transport.nodes < all.active);
    return share_a_node && is_put() && all.active > 1 && cost.store_writers == 1;
}

/// Loading an eighth more costs less than passing values on.
bool CallFacts::loads_alone() const {
    if (is_put() || space.is_file || space.only_owners_load) return false;
    const auto is_little_more = [](std::int64_t more, std::int64_t least) {
        return more - least <= least / 8;
    };
    return is_little_more(all.ranges, all.access_range()) ||
           is_little_more(all.unit_bytes, all.bytes);
}

bool CallFacts::stores_alone() const {
    return is_put() && !space.is_file && all.unit_bytes == all.bytes;
}

bool CallFacts::shares_units() const {
    if (!is_put() || !shares_memory() || !space.are_whole_units) return false;
    if (stores_alone() || space.only_owners_load) return false;
    return space.unit <= longest_shared_unit;
}

double CallFacts::of_all_ranks(double all_seconds, double longest_seconds) const {
    const int most = is_put() ? cost.store_writers : cost.cores;
    const auto at_a_time = static_cast<double>(std::min<std::int64_t>(all.ranks, most));
    return std::max(longest_seconds, all_seconds / at_a_time);
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

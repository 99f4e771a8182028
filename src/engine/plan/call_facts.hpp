// SPDX-License-Identifier: BSD-3-Clause
// A call that is to be planned, and what the cost formulas of several methods have in common.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/plan/call_totals.hpp"
#include "engine/plan/cost_model.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"

namespace weft::engine {

/// How ranks pass bytes to each other.
enum class Exchange : std::uint8_t { messages, shared_memory };

/// How the ranks of a call reach each other. The engine chooses it once for each call, before it
/// plans the call.
struct Transport {
    Exchange exchange = Exchange::messages;
    int nodes = 0;         // that send each other messages; 0: each rank is one
    double link_byte = 0;  // seconds for a byte that a node sends; 0: not known
    /// How many bytes two-phase would send between nodes. Empty: not known; then formulas assume
    /// that each aggregator moves bytes of arbitrary ranks.
    std::optional<std::int64_t> crossing_bytes = std::nullopt;
};

/// The kind of space that the bytes go to: a file, or a target, which takes whole units
/// (window/target.hpp).
struct SpaceKind {
    bool is_file = true;
    std::int64_t unit = 1;
    std::int64_t least_window = 0;
    bool only_owners_load = false;
    std::int64_t turn_bytes = 0;   // of a target: how many bytes of a put it takes at a time
    bool are_whole_units = false;  // of a target: those that the call is about (Channel)
};

/// The number `bytes` rounded down to whole units, but at least one unit.
constexpr std::int64_t in_units(std::int64_t bytes, std::int64_t unit) {
    return bytes < unit ? unit : bytes - bytes % unit;
}

/// The length of the windows of a space, where hints ask for `bytes`.
constexpr std::int64_t window_of(const SpaceKind& space, std::int64_t bytes) {
    return in_units(bytes < space.least_window ? space.least_window : bytes, space.unit);
}

/// What the hints say about two-phase.
constexpr Choice collective_choice(Direction direction, const Options& options) {
    return direction == Direction::put ? options.collective_write : options.collective_read;
}

/// What the hints say about sieving.
constexpr Choice sieve_choice(Direction direction, const Options& options) {
    return direction == Direction::put ? options.sieve_write : options.sieve_read;
}

struct CallFacts {
    Direction direction;
    const CallTotals& all;
    const Options& options;
    const CostModel& cost;
    Transport transport = {};
    SpaceKind space = {};
    bool is_independent = false;  // one rank makes it on its own
    bool is_crowded = false;      // while other ranks may be writing

    [[nodiscard]] bool is_put() const { return direction == Direction::put; }
    [[nodiscard]] bool shares_memory() const {
        return transport.exchange == Exchange::shared_memory;
    }
    [[nodiscard]] Choice collective_choice() const {
        return engine::collective_choice(direction, options);
    }
    [[nodiscard]] Choice sieve_choice() const { return engine::sieve_choice(direction, options); }

    [[nodiscard]] double byte_seconds() const { return transfer_byte(direction, cost); }
    [[nodiscard]] double call_seconds() const { return transfer_call(direction, cost); }
    [[nodiscard]] double settling() const { return settling_seconds(direction, cost); }

    /// Whether several ranks of one node write to one file. Ranks of several nodes meet only at the
    /// servers; the model does not know how they slow each other down there.
    [[nodiscard]] bool is_contended() const;
    /// Whether ranks that get values of a target want few units in common, so that each loads its
    /// own. Otherwise each unit is loaded once, and its values are passed on.
    [[nodiscard]] bool loads_alone() const;
    /// Whether ranks that put values of a target set nothing but whole units, so that each stores
    /// its own.
    [[nodiscard]] bool stores_alone() const;
    /// Whether a put to a target goes through windows in shared memory: any rank may store a unit
    /// that is complete then.
    [[nodiscard]] bool shares_units() const;
    /// The seconds that all ranks need for work that one rank would do in `all_seconds`, and the
    /// slowest rank on its own does in `longest_seconds`. The kernel lets one rank at a time write
    /// to a file, other stores let several; reads run in parallel.
    [[nodiscard]] double of_all_ranks(double all_seconds, double longest_seconds) const;
};

/// The length of windows in shared memory. Puts and gets use the same memory, so it is the same for
/// both, except where storage is far away: there a get waits for each window.
std::int64_t shared_window_bytes(Direction direction, const CallTotals& all, const Options& options,
                                 const CostModel& cost);

}  // namespace weft::engine

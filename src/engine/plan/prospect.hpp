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

/// How bytes come from one rank to another.
enum class Exchange : std::uint8_t { messages, shared_memory };

/// How the ranks of a call reach each other: chosen once for each call, before it is planned.
struct Transport {
    Exchange exchange = Exchange::messages;
    int nodes = 0;         // that send each other messages; 0: each rank is one
    double link_byte = 0;  // seconds for a byte that a node sends; 0: not known
    /// What two-phase would send between nodes; not known: as if ranks and what aggregators move
    /// had nothing to do with each other.
    std::optional<std::int64_t> crossing_bytes = std::nullopt;
};

/// Where the bytes go: to a file, or to a target, which takes them by whole units
/// (window/target.hpp).
struct SpaceKind {
    bool is_file = true;
    std::int64_t unit = 1;
};

/// A whole number of units, at least one: no more bytes than that, if there are any units so short.
constexpr std::int64_t in_units(std::int64_t bytes, std::int64_t unit) {
    return bytes < unit ? unit : bytes - bytes % unit;
}

/// What hints say of two-phase.
constexpr Choice collective_choice(Direction direction, const Options& options) {
    return direction == Direction::put ? options.collective_write : options.collective_read;
}

/// What hints say of sieving.
constexpr Choice sieve_choice(Direction direction, const Options& options) {
    return direction == Direction::put ? options.sieve_write : options.sieve_read;
}

struct Prospect {
    Direction direction;
    const CallTotals& all;
    const Options& options;
    const CostModel& cost;
    Transport transport = {};
    SpaceKind space = {};
    bool is_independent = false;  // of one rank, beside others who may be writing
    bool is_crowded = false;      // of these there are some

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

    /// Ranks of one node write to one file. Of what those of several do to each other, which meet
    /// in the servers, this model knows nothing.
    [[nodiscard]] bool is_contended() const;
    /// What takes one rank `all_seconds`, when all ranks do it, of which the slowest has
    /// `longest_seconds` to do. Kernel writes to one file follow one another, those of other stores
    /// not all; reads run side by side.
    [[nodiscard]] double of_all_ranks(double all_seconds, double longest_seconds) const;
};

/// The length of windows in shared memory. The same for puts and gets, which use the same memory,
/// but where storage is far away: there a get waits for each.
std::int64_t shared_window_bytes(Direction direction, const CallTotals& all, const Options& options,
                                 const CostModel& cost);

}  // namespace weft::engine

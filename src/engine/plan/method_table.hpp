// SPDX-License-Identifier: BSD-3-Clause
// The methods, an entry for each: its name, what it needs, and what it is expected to take. Hints,
// planner and reports read them here; engine.cpp has what carries them out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/plan/call_totals.hpp"
#include "engine/plan/cost_model.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"

namespace weft::engine {

/// How the bytes of two-phase I/O come to the rank that moves their window.
enum class Exchange : std::uint8_t { messages, shared_memory };

struct Transport {
    Exchange exchange = Exchange::messages;
    int nodes = 0;         // that send each other messages; 0: each rank is one
    double link_byte = 0;  // seconds for a byte that a node sends; 0: not known
    /// What two-phase would send between nodes; not known: as if ranks and what aggregators move
    /// had nothing to do with each other.
    std::optional<std::int64_t> crossing_bytes = std::nullopt;
};

/// A call that is to be planned.
struct Prospect {
    Direction direction;
    const CallTotals& all;
    const Options& options;
    const CostModel& cost;
    Transport transport = {};
    bool is_independent = false;  // of one rank, beside others who may be writing
    bool is_crowded = false;      // of these there are some
};

struct MethodEntry {
    Method method;
    const char* name;      // as the hint weft_method and reports have it
    bool needs_all_ranks;  // else a rank can do it on its own
    /// Seconds; null for what is only done when it is forced.
    double (*seconds)(const Prospect& call);
};

std::span<const MethodEntry> method_table();
inline constexpr std::size_t method_count = 5;  // automatic among them, which is none

const char* name_of(Method method);
/// automatic for what is no method's name.
Method method_named(std::string_view name);

/// The length of windows in shared memory. The same for puts and gets, which use the same memory,
/// but where storage is far away: there a get waits for each.
std::int64_t shared_window_bytes(Direction direction, const CallTotals& all, const Options& options,
                                 const CostModel& cost);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// What it costs to move bytes on one machine, to and from one file system.
#pragma once

#include <cstdint>

#include "engine/request/request.hpp"
#include "storage/speed.hpp"

namespace weft::engine {

/// The most bytes that one call with a shape moves.
inline constexpr std::int64_t shape_call_bytes = 1 << 20;

/// Costs in seconds. They are the same on all ranks. Where a comment names no other source,
/// bench/sweep has measured the number on a virtual machine with 2 cores under Linux 6.1. Plans
/// depend on ratios of numbers.
struct CostModel {
    // Costs of storage (storage::Speed). Weft measures them where it can; else these are usual
    // ones.
    static constexpr storage::Speed usual{};
    double write_call = usual.write_call;
    double read_call = usual.read_call;
    double write_byte = usual.write_byte;  // kernel copy into the page cache
    double read_byte = usual.read_byte;
    double new_page = usual.new_page;
    double new_island = usual.new_island;
    double round_trip = usual.round_trip;
    int store_writers = usual.writers;
    bool prefers_shapes = usual.prefers_shapes;
    double read_over = usual.read_over;
    bool is_final = false;  // nobody measures storage again; false: the first rank that writes does
    bool on_own_target = false;    // other files of the call are on other storage targets
    double crowded_call = 0.7e-6;  // what a write costs more while other ranks write
    // Writers of one file queue for its lock. Each call waits, and meanwhile its bytes leave the
    // cache.
    double contended_call = 3e-6;
    double contended_byte = 0.05e-9;
    double turn = 1e-6;              // to get a place among the writers
    double exchange_byte = 0.30e-9;  // pack, pass on and place, on one core
    double window = 3e-6;            // passing a shared window through the hands of a rank
    double window_byte = 0.04e-9;    // into a window from the cache of one core, out of another's
    double message = 4e-6;
    double lock = 1.0e-6;
    int cores = 2;  // of a node
};

/// The usual costs, with the measured ones of storage.
CostModel measured_cost(const storage::Speed& speed);

/// The same costs when storage has become slower, by so many levels.
CostModel slowed(CostModel cost, int write_level, int read_level);

/// Whether the engine posts its writes, and learns at the end of a call whether they succeeded.
bool posts_writes(const CostModel& cost);

/// The seconds of a call that writes new data, or reads data from the system's cache.
double write_seconds(std::int64_t bytes, const CostModel& cost);
double read_seconds(std::int64_t bytes, const CostModel& cost);

// The components of the cost of a call.

double transfer_byte(Direction direction, const CostModel& cost);
/// The seconds of one call besides its bytes. Only a read waits for an answer; for a write, distant
/// storage takes over the bytes and returns.
double transfer_call(Direction direction, const CostModel& cost);
/// The number of calls that move so many runs, one by one or as shapes.
double calls_for(std::int64_t bytes, std::int64_t runs, const CostModel& cost);
/// The seconds that a rank waits at the end of a call, until it knows that storage has all writes.
double settling_seconds(Direction direction, const CostModel& cost);

}  // namespace weft::engine

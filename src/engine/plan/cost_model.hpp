// SPDX-License-Identifier: BSD-3-Clause
// What moving bytes costs on one machine and in one place where files are.
#pragma once

#include <cstdint>

#include "engine/request/request.hpp"
#include "storage/speed.hpp"

namespace weft::engine {

/// The most that one call with a shape moves.
inline constexpr std::int64_t shape_call_bytes = 1 << 20;

/// In seconds. The same on all ranks. Where no other source is named, a number was measured on one
/// virtual machine with 2 cores under Linux 6.1, by bench/sweep; plans depend on their ratios.
struct CostModel {
    // Of storage, see storage::Speed: measured where that can be done, otherwise the usual ones.
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
    bool is_final = false;  // storage was asked, if in vain; else it is by the first who writes
    bool on_own_target = false;    // where others of the call are on other ones
    double crowded_call = 0.7e-6;  // for a write while other ranks write, too
    // Writers of one file queue for its lock: waiting costs each call, and each byte as the cache
    // goes cold.
    double contended_call = 3e-6;
    double contended_byte = 0.05e-9;
    double turn = 1e-6;              // a place among those that write, each time
    double exchange_byte = 0.30e-9;  // pack, pass on and place, on one core
    double window = 3e-6;            // passing a shared window through the hands of a rank
    double window_byte = 0.04e-9;    // into a window from the cache of one core, out of another's
    double message = 4e-6;
    double lock = 1.0e-6;
    int cores = 2;  // of a node
};

/// The usual costs, with those of storage as they were measured.
CostModel measured_cost(const storage::Speed& speed);

/// The costs of storage that has become slower.
CostModel slowed(CostModel cost, int write_level, int read_level);

/// The costs of a put of whose pages only this share is new to the file. Pages that are there cost
/// no more than their bytes.
CostModel with_new_share(CostModel cost, double new_share);

/// Whether the engine leaves its writes to storage and hears at the end of a call how they went.
bool posts_writes(const CostModel& cost);

/// What a call is expected to take that writes new data, or reads what is in memory.
double write_seconds(std::int64_t bytes, const CostModel& cost);
double read_seconds(std::int64_t bytes, const CostModel& cost);

// The parts of which calls are made up.

double transfer_byte(Direction direction, const CostModel& cost);
/// Only a read waits for its answer: storage that is far away takes writes over.
double transfer_call(Direction direction, const CostModel& cost);
/// How many calls move so many runs, each for itself or as shapes.
double calls_for(std::int64_t bytes, std::int64_t runs, const CostModel& cost);
/// Until all the writes of a call are known to be stored.
double settling_seconds(Direction direction, const CostModel& cost);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// What moving bytes costs, and from that the method of a call. Pure: no communication, no files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan/reason.hpp"
#include "engine/plan/stretch.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"
#include "storage/speed.hpp"

namespace weft::engine {

/// Costs of one machine and file system, in seconds. The same on all ranks.
struct CostModel {
    static constexpr storage::Speed usual{};
    // Of storage, see storage::Speed.
    double write_call = usual.write_call;
    double read_call = usual.read_call;
    double write_byte = usual.write_byte;  // kernel copy into the page cache
    double read_byte = usual.read_byte;
    double new_page = usual.new_page;
    double new_island = usual.new_island;
    double round_trip = usual.round_trip;
    int store_writers = usual.writers;
    bool prefers_shapes = usual.prefers_shapes;
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

/// What one rank brings to a collective call.
struct Summary {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    std::int64_t grain = 0;  // the largest power of two that divides every run's offset and length
    std::int64_t maximum = 0;  // of the caller's own; the largest of all ranks is handed back
    double arrived = 0;        // when its call began, if that is recorded
    std::uint64_t fingerprint : 57 = 0;  // of the shapes of its request, where patterns are kept
    std::uint64_t write_level : 3 = 0;   // how slow storage has become, see SpeedLevel
    std::uint64_t read_level : 3 = 0;
    std::uint64_t in_order : 1 = 0;  // bytes must come in order of the file
};

/// How the bytes of two-phase I/O come to the rank that moves their window.
enum class Exchange : std::uint8_t { messages, shared_memory };

struct Transport {
    Exchange exchange = Exchange::messages;
    int nodes = 0;  // that send each other messages; 0: each rank is one
};

struct Plan {
    Method method = Method::direct;
    Reason reason;
    std::int64_t begin = 0;  // access range of all ranks
    std::int64_t end = 0;
    std::int64_t window_bytes = 0;
    Exchange exchange = Exchange::messages;
    int writers = 1;        // shared memory: ranks that may write at a time
    bool rewrites = false;  // puts into shared windows: with all that lies between their bytes
    CostModel cost;         // by which the method was chosen
};

/// The usual costs, with those of storage as they were measured.
CostModel measured_cost(const storage::Speed& speed);

/// Whether the engine leaves its writes to storage and hears at the end of a call how they went.
bool posts_writes(const CostModel& cost);

/// The most that one call with a shape moves.
constexpr std::int64_t shape_call_bytes = 1 << 20;

/// What a call is expected to take that writes new data, or reads what is in memory.
double write_seconds(std::int64_t bytes, const CostModel& cost);
double read_seconds(std::int64_t bytes, const CostModel& cost);

/// The costs of storage that has become slower.
CostModel slowed(CostModel cost, int write_level, int read_level);

/// The costs of a put of whose pages only this share is new to the file. Pages that are there cost
/// no more than their bytes.
CostModel with_new_share(CostModel cost, double new_share);

/// The plan of a collective call; identical on all ranks because its arguments are.
Plan plan_collective(Direction direction, const std::vector<Summary>& ranks, const Options& options,
                     const CostModel& cost, Transport transport = {});

/// The plan of an independent call, or of a file with one rank. `ranks`: those that may be writing
/// at the same time, too.
Plan plan_independent(Direction direction, const Summary& mine, const Options& options,
                      const CostModel& cost, int ranks = 1);

/// True when reading and writing the whole stretch beats writing its pieces one by one.
bool rewriting_pays(const Stretch& stretch, const CostModel& cost);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The method of a call, from what moving its bytes costs. Pure: no communication, no files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan/cost_model.hpp"
#include "engine/plan/reason.hpp"
#include "engine/plan/stretch.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"

namespace weft::engine {

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

/// The most that one call with a shape moves.
constexpr std::int64_t shape_call_bytes = 1 << 20;

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

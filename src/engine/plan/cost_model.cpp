// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/cost_model.hpp"

#include <algorithm>

#include "engine/plan/speed_level.hpp"
#include "engine/plan/stretch.hpp"

namespace weft::engine {

CostModel measured_cost(const storage::Speed& speed) {
    CostModel cost;
    cost.write_call = speed.write_call;
    cost.read_call = speed.read_call;
    // The measured data stay in the processor's cache, which the data of a program do not.
    constexpr double memory_byte = 0.06e-9;
    cost.write_byte = std::max(speed.write_byte, memory_byte);
    cost.read_byte = std::max(speed.read_byte, memory_byte);
    cost.new_page = speed.new_page;
    cost.new_island = speed.new_island;
    cost.round_trip = speed.round_trip;
    cost.store_writers = speed.writers;
    cost.prefers_shapes = speed.prefers_shapes;
    cost.read_over = speed.read_over;
    cost.is_final = true;
    return cost;
}

CostModel slowed(CostModel cost, int write_level, int read_level) {
    cost.write_call *= slowness_of(write_level);
    cost.write_byte *= slowness_of(write_level);
    cost.new_page *= slowness_of(write_level);
    cost.new_island *= slowness_of(write_level);
    cost.read_call *= slowness_of(read_level);
    cost.read_byte *= slowness_of(read_level);
    cost.round_trip *= slowness_of(std::max(write_level, read_level));
    return cost;
}

bool posts_writes(const CostModel& cost) {
    return cost.round_trip > 0 || cost.store_writers > 1 || cost.prefers_shapes ||
           cost.on_own_target;
}

double write_seconds(std::int64_t bytes, const CostModel& cost) {
    return cost.write_call + static_cast<double>(bytes) * cost.write_byte +
           new_page_seconds(bytes, cost);
}

double read_seconds(std::int64_t bytes, const CostModel& cost) {
    return transfer_call(Direction::get, cost) + static_cast<double>(bytes) * cost.read_byte;
}

double transfer_byte(Direction direction, const CostModel& cost) {
    return direction == Direction::put ? cost.write_byte : cost.read_byte;
}

double transfer_call(Direction direction, const CostModel& cost) {
    return direction == Direction::put ? cost.write_call : cost.read_call + cost.round_trip;
}

double calls_for(std::int64_t bytes, std::int64_t runs, const CostModel& cost) {
    if (!cost.prefers_shapes) return static_cast<double>(runs);
    return std::min(static_cast<double>(runs), static_cast<double>(bytes) / shape_call_bytes + 1);
}

double settling_seconds(Direction direction, const CostModel& cost) {
    return direction == Direction::put ? cost.round_trip : 0;
}

}  // namespace weft::engine

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
    // What is measured stays in the processor's cache, which the data of a program do not.
    constexpr double memory_byte = 0.06e-9;
    cost.write_byte = std::max(speed.write_byte, memory_byte);
    cost.read_byte = std::max(speed.read_byte, memory_byte);
    cost.new_page = speed.new_page;
    cost.new_island = speed.new_island;
    return cost;
}

CostModel slowed(CostModel cost, int write_level, int read_level) {
    cost.write_call *= slowness_of(write_level);
    cost.write_byte *= slowness_of(write_level);
    cost.new_page *= slowness_of(write_level);
    cost.new_island *= slowness_of(write_level);
    cost.read_call *= slowness_of(read_level);
    cost.read_byte *= slowness_of(read_level);
    return cost;
}

CostModel with_new_share(CostModel cost, double new_share) {
    cost.new_page *= new_share;
    cost.new_island *= new_share;
    return cost;
}

double write_seconds(std::int64_t bytes, const CostModel& cost) {
    return cost.write_call + static_cast<double>(bytes) * cost.write_byte +
           new_page_seconds(bytes, cost);
}

double read_seconds(std::int64_t bytes, const CostModel& cost) {
    return cost.read_call + static_cast<double>(bytes) * cost.read_byte;
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/stretch.hpp"

namespace weft::engine {

double new_page_seconds(std::int64_t access_range, const CostModel& cost) {
    return static_cast<double>(access_range) / page_bytes * cost.new_page;
}

/// A page that is not written whole at once costs as much as one on its own: what is beside the
/// piece must be cleared, or found.
double touched_seconds(const Stretch& stretch, const CostModel& cost) {
    const std::int64_t runs = std::max<std::int64_t>(1, stretch.runs);
    if (stretch.is_scattered())
        return static_cast<double>(runs) * cost.new_island + new_page_seconds(stretch.bytes, cost);
    const bool is_whole = stretch.bytes >= stretch.access_range;
    if (is_whole || stretch.bytes / runs >= page_bytes)
        return new_page_seconds(stretch.access_range, cost);
    return static_cast<double>(stretch.access_range) / page_bytes * cost.new_island;
}

double piecewise_seconds(const Stretch& stretch, const CostModel& cost) {
    return calls_for(stretch.bytes, stretch.runs, cost) * cost.write_call +
           static_cast<double>(stretch.bytes) * cost.write_byte + touched_seconds(stretch, cost);
}

double rewriting_seconds(const Stretch& stretch, const CostModel& cost) {
    return cost.write_call + transfer_call(Direction::get, cost) +
           static_cast<double>(stretch.access_range) * (cost.read_byte + cost.write_byte) +
           new_page_seconds(stretch.access_range, cost);
}

bool rewriting_pays(const Stretch& stretch, const CostModel& cost) {
    // Storage that takes shapes keeps the bytes between their runs.
    return !cost.prefers_shapes &&
           rewriting_seconds(stretch, cost) < piecewise_seconds(stretch, cost);
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/units.hpp"

namespace weft::engine {

std::vector<region::Interval> units_in(const Coverage& coverage, std::int64_t unit,
                                       UnitsWanted wanted) {
    std::vector<region::Interval> stretches;
    if (coverage.empty()) return stretches;
    region::Interval run = coverage.next_run(coverage.first());
    for (std::int64_t begin = coverage.first() - coverage.first() % unit; begin < coverage.last();
         begin += unit) {
        const std::int64_t end = begin + unit;
        if (run.end <= begin) run = coverage.next_run(begin);
        const bool is_touched = !run.empty() && run.begin < end;
        const bool is_complete = is_touched && run.begin <= begin && run.end >= end;
        if (!is_touched || (is_complete && wanted == UnitsWanted::incomplete)) continue;
        if (!stretches.empty() && stretches.back().end == begin) {
            stretches.back().end = end;
        } else {
            stretches.push_back({begin, end});
        }
    }
    return stretches;
}

}  // namespace weft::engine

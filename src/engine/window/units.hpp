// SPDX-License-Identifier: BSD-3-Clause
// Which units of a space a window's bytes lie in. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/window/coverage.hpp"
#include "region/interval.hpp"

namespace weft::engine {

enum class UnitsWanted { touched, incomplete };

/// Stretches of units that are covered at all, or only in part: as long as they can be, in rising
/// order. Units begin at multiples of `unit`; the last may end behind the map.
std::vector<region::Interval> units_in(const Coverage& coverage, std::int64_t unit,
                                       UnitsWanted wanted);

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// Finds the units of a space that a window's bytes lie in. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/window/coverage.hpp"
#include "region/interval.hpp"

namespace weft::engine {

enum class UnitsWanted { touched, incomplete };

/// Returns the units that have covered bytes, or those of them that also have others. Units side by
/// side are one interval; intervals rise. Units begin at multiples of `unit`; the last one may end
/// behind the map.
std::vector<region::Interval> units_in(const Coverage& coverage, std::int64_t unit,
                                       UnitsWanted wanted);

}  // namespace weft::engine

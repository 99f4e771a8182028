// SPDX-License-Identifier: BSD-3-Clause
// Values at which an axis is marked: round ones, from `low` to `high`, at most `most` (at least 2)
// of them. The finest step that suffices is chosen. Fewer than two if nothing there is round.
#pragma once

#include <string>
#include <vector>

#include "tools/meaning/time_units.hpp"

namespace weft::tools {

/// The distance by which a value equal to an end may exceed it after rounding.
double tick_tolerance(double low, double high);

/// Round numbers: multiples of 1, 2 or 5 and a power of ten.
std::vector<double> round_numbers(double low, double high, int most);
/// The same below 10 degrees, then of 10, 15, 30, 60, 90.
std::vector<double> round_degrees(double low, double high, int most);
/// Round dates: first days of years or months, days of months, hours, minutes or seconds, as times
/// in the units.
std::vector<double> round_dates(const TimeUnits& units, double low, double high, int most);

/// The texts of the values, all with as many digits as distinguish them.
std::vector<std::string> tick_texts(const std::vector<double>& values);

/// A number with as few characters as distinguish it from its neighbours.
std::string mark_text(double value);

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
// Values at which an axis is marked: round ones, from `low` to `high`, at most `most` of them,
// which is 2 or more. The finest step that does is chosen. Fewer than two where nothing is round
// there.
#pragma once

#include <string>
#include <vector>

#include "tools/meaning/time_units.hpp"

namespace weft::tools {

/// How far beyond an end a value may be that is equal to it but for rounding.
double tick_slack(double low, double high);

/// Multiples of 1, 2 or 5 and a power of ten.
std::vector<double> round_numbers(double low, double high, int most);
/// The same below 10 degrees, then of 10, 15, 30, 60, 90.
std::vector<double> round_degrees(double low, double high, int most);
/// First days of years or months, days of months, hours, minutes or seconds, as times in the units.
std::vector<double> round_dates(const TimeUnits& units, double low, double high, int most);

/// As many digits for all as tell them apart.
std::vector<std::string> tick_texts(const std::vector<double>& values);

/// A number in as few characters as tell it from its neighbours.
std::string mark_text(double value);

}  // namespace weft::tools

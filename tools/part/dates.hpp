// SPDX-License-Identifier: BSD-3-Clause
// Dates of the command line as moments of a time coordinate.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "tools/meaning/calendar.hpp"
#include "tools/meaning/time_units.hpp"

namespace weft::tools {

/// A whole year, month, day or hour.
struct Date {
    enum class Span { year, month, day, hour };

    Day day;
    int hour = 0;
    Span span = Span::month;
};

/// Parses "2001", "2001-03", "2001-03-15" or "2001-03-15T06". A year has four digits.
std::optional<Date> parse_date(std::string_view text);

/// Moments in milliseconds, counted as by TimeUnits::moment_of: the first one of a date, and the
/// first one behind it.
struct Moments {
    long double from = 0;
    long double to = 0;
};

/// Code::einval for a day that the calendar does not have.
Result<Moments> moments_of(const Date& date, const TimeUnits& units);

}  // namespace weft::tools

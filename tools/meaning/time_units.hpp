// SPDX-License-Identifier: BSD-3-Clause
// What the values of a time coordinate count, and from when on: "days since 2000-01-01", in a
// calendar, as CF has them. Letters may be of either case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/meaning/calendar.hpp"

namespace weft::tools {

struct TimeUnits {
    long double milliseconds = 0;  // of one unit
    Day day;
    long double second_of_day = 0;  // below 0 where a time zone makes it the day before
    Calendar calendar = Calendar::standard;

    /// Milliseconds from the beginning of the calendar's days to a moment.
    [[nodiscard]] long double moment_of(const Day& at, long double second) const;
    /// The moment that values count from.
    [[nodiscard]] long double origin() const { return moment_of(day, second_of_day); }
};

/// Whether such units say "since", understood or not: the variable is one of time.
bool are_since(std::string_view units);

/// Code::einval with a sentence for units that do not tell or have no fixed length, for a calendar
/// that is not known, and for a day that it does not have. No calendar is the standard one.
Result<TimeUnits> parse_time_units(std::string_view units, std::string_view calendar);

/// By the variable's own attributes; a sentence names it.
Result<TimeUnits> time_units_of(const model::Variable& variable);

struct TimeWords {
    std::string units;
    std::string calendar;
};

/// Bounds of a time coordinate have its units, and most often none of their own.
TimeWords time_words_of(const model::Schema& schema, const model::Variable& variable);

/// "2000-01-01", and the time of day where it is not midnight: what a value means.
std::string moment_text(const TimeUnits& units, double value, char separator = 'T');

}  // namespace weft::tools

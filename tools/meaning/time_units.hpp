// SPDX-License-Identifier: BSD-3-Clause
// The units and the origin of a time coordinate: "days since 2000-01-01", in a calendar, as CF
// defines them, in any case.
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
    long double second_of_day = 0;  // below 0 if a time zone makes it the day before
    Calendar calendar = Calendar::standard;

    /// The milliseconds from the beginning of the calendar's days to a moment.
    [[nodiscard]] long double moment_of(const Day& at, long double second) const;
    /// The moment that values count from.
    [[nodiscard]] long double origin() const { return moment_of(day, second_of_day); }
};

/// Whether such units contain "since", valid or not: the variable is one of time.
bool are_since(std::string_view units);

/// Parses units of time. Code::einval with a message for units that are invalid or have no fixed
/// length, for an unknown calendar, and for a day that the calendar does not have. Without a
/// calendar the standard one is used.
Result<TimeUnits> parse_time_units(std::string_view units, std::string_view calendar);

/// The units that the variable's own attributes state; an error names the variable.
Result<TimeUnits> time_units_of(const model::Variable& variable);

struct TimeWords {
    std::string units;
    std::string calendar;
};

/// The words for the units of a time variable. Bounds of a time coordinate have its units, and
/// usually none of their own.
TimeWords time_words_of(const model::Schema& schema, const model::Variable& variable);

/// The meaning of a value: "2000-01-01", with the time of day if it is not midnight.
std::string moment_text(const TimeUnits& units, double value, char separator = 'T');

}  // namespace weft::tools

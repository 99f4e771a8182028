// SPDX-License-Identifier: BSD-3-Clause
// The calendars of the CF conventions: their days, and the number of days between two.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weft::tools {

/// `standard` is Julian until 4 October 1582 and Gregorian from 15 October on.
enum class Calendar { standard, proleptic_gregorian, julian, no_leap, all_leap, days_360 };

/// The calendar with this CF name, in any case; "gregorian", "365_day" and "366_day" are also
/// names.
std::optional<Calendar> calendar_named(std::string_view name);

struct Day {
    std::int64_t year = 0;  // there is a year 0, which precedes 1
    int month = 1;
    int day = 1;
};
/// The largest absolute year that is_day() accepts.
inline constexpr std::int64_t most_years = 1'000'000'000;

/// False for 30 February, if the calendar does not have it, and the like.
bool is_day(Calendar calendar, const Day& day);

/// The number of a day, counted from a fixed day of the calendar.
std::int64_t number_of(Calendar calendar, const Day& day);

/// The day of a number.
Day day_of(Calendar calendar, std::int64_t number);

}  // namespace weft::tools

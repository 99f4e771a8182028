// SPDX-License-Identifier: BSD-3-Clause
// The calendars of the CF conventions: which days there are, and how many lie between two.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weft::tools {

/// `standard` is Julian until 4 October 1582 and Gregorian from 15 October on.
enum class Calendar { standard, proleptic_gregorian, julian, no_leap, all_leap, days_360 };

/// By CF's names, in letters of either case; "gregorian", "365_day" and "366_day" are such names.
std::optional<Calendar> calendar_named(std::string_view name);

struct Day {
    std::int64_t year = 0;  // there is a year 0, which is the one before 1
    int month = 1;
    int day = 1;
};
/// Years that is_day() takes, on both sides of 0.
inline constexpr std::int64_t most_years = 1'000'000'000;

/// False for 30 February, where the calendar has none, and the like.
bool is_day(Calendar calendar, const Day& day);

/// Days are counted from one that is the same for all days of a calendar.
std::int64_t number_of(Calendar calendar, const Day& day);

/// The day of such a number, which is that of a day.
Day day_of(Calendar calendar, std::int64_t number);

}  // namespace weft::tools

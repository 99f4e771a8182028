// SPDX-License-Identifier: BSD-3-Clause
#include "tools/meaning/calendar.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace weft::tools {
namespace {

constexpr std::int64_t floor_divided(std::int64_t number, std::int64_t by) {
    return number / by - (number % by < 0 ? 1 : 0);
}

auto ordered(const Day& day) {
    return std::tuple(day.year, day.month, day.day);
}
constexpr Day first_gregorian{1582, 10, 15};
constexpr Day last_julian{1582, 10, 4};

/// The standard calendar uses one of two.
Calendar rule_of(Calendar calendar, const Day& day) {
    if (calendar != Calendar::standard) return calendar;
    return ordered(day) < ordered(first_gregorian) ? Calendar::julian
                                                   : Calendar::proleptic_gregorian;
}

/// The number of years before `year`, from year 1, that have a 29 February.
std::int64_t leap_years_before(Calendar rule, std::int64_t year) {
    const std::int64_t before = year - 1;
    switch (rule) {
        case Calendar::no_leap:
        case Calendar::days_360:
            return 0;
        case Calendar::all_leap:
            return before;
        case Calendar::julian:
            return floor_divided(before, 4);
        case Calendar::standard:
        case Calendar::proleptic_gregorian:
            break;
    }
    return floor_divided(before, 4) - floor_divided(before, 100) + floor_divided(before, 400);
}

bool is_leap_year(Calendar rule, std::int64_t year) {
    return leap_years_before(rule, year + 1) > leap_years_before(rule, year);
}

int days_in_month(Calendar rule, std::int64_t year, int month) {
    constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (rule == Calendar::days_360) return 30;
    if (month == 2 && is_leap_year(rule, year)) return 29;
    return days[static_cast<std::size_t>(month - 1)];
}

}  // namespace

std::optional<Calendar> calendar_named(std::string_view name) {
    using enum Calendar;
    constexpr std::array<std::pair<std::string_view, Calendar>, 9> names{
        {{"standard", standard},
         {"gregorian", standard},
         {"proleptic_gregorian", proleptic_gregorian},
         {"julian", julian},
         {"noleap", no_leap},
         {"365_day", no_leap},
         {"all_leap", all_leap},
         {"366_day", all_leap},
         {"360_day", days_360}}};
    const auto same_letter = [](char a, char b) {
        return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
    };
    const auto* const found = std::ranges::find_if(names, [&](const auto& known) {
        return std::ranges::equal(known.first, name, same_letter);
    });
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

bool is_day(Calendar calendar, const Day& day) {
    if (std::max(day.year, -day.year) > most_years || day.month < 1 || day.month > 12) return false;
    if (calendar == Calendar::standard && ordered(day) > ordered(last_julian) &&
        ordered(day) < ordered(first_gregorian))
        return false;
    return day.day >= 1 && day.day <= days_in_month(rule_of(calendar, day), day.year, day.month);
}

std::int64_t number_of(Calendar calendar, const Day& day) {
    const Calendar rule = rule_of(calendar, day);
    std::int64_t number = (rule == Calendar::days_360 ? 360 : 365) * day.year +
                          leap_years_before(rule, day.year) + day.day - 1;
    for (int month = 1; month < day.month; ++month) number += days_in_month(rule, day.year, month);
    // 1 January of year 1 is two days earlier in the Julian calendar.
    return rule == Calendar::julian ? number - 2 : number;
}

Day day_of(Calendar calendar, std::int64_t number) {
    // This is off by at most two years, which the loops correct.
    Day day{.year = floor_divided(number, 366)};
    const auto starts_before = [&](std::int64_t year) {
        return number_of(calendar, {.year = year}) <= number;
    };
    std::int64_t step = std::max<std::int64_t>(std::abs(day.year) / 256, 1);
    while (!starts_before(day.year)) day.year -= step;
    for (; step > 0; step /= 2) {
        while (starts_before(day.year + step)) day.year += step;
    }
    while (day.month < 12 &&
           number_of(calendar, {.year = day.year, .month = day.month + 1}) <= number)
        ++day.month;
    day.day = static_cast<int>(number - number_of(calendar, day) + 1);
    // The ten days that the standard calendar omits.
    const bool is_after_gap = calendar == Calendar::standard &&
                              ordered(day) > ordered(last_julian) && day.year == 1582 &&
                              day.month == 10;
    if (is_after_gap) day.day += 10;
    return day;
}

}  // namespace weft::tools

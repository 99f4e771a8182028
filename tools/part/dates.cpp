// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/dates.hpp"

#include <fmt/format.h>

#include <utility>

#include "tools/meaning/text_scanner.hpp"

namespace weft::tools {
namespace {

constexpr std::size_t year_digits = 4;

/// The first moment behind the date, as a day and seconds of it.
std::pair<Day, long double> end_of(const Date& date) {
    Day day = date.day;
    switch (date.span) {
        case Date::Span::hour:
            return {day, (date.hour + 1) * 3600};
        case Date::Span::day:
            return {day, 86400};
        case Date::Span::year:
            ++day.year;
            return {day, 0};
        case Date::Span::month:
            break;
    }
    if (++day.month > 12) {
        day.month = 1;
        ++day.year;
    }
    return {day, 0};
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
    Date date;
    date.span = Date::Span::year;
    TextScanner scanner(text);
    if (!scanner.take_year(date.day)) return std::nullopt;
    if (scanner.at_end()) {
        const std::size_t digits = text.size() - (text.front() == '-' ? 1 : 0);
        return digits == year_digits ? std::optional(date) : std::nullopt;
    }
    date.span = Date::Span::month;
    if (!scanner.take('-') || !scanner.take_number(date.day.month)) return std::nullopt;
    if (scanner.at_end()) return date;
    date.span = Date::Span::day;
    if (!scanner.take('-') || !scanner.take_number(date.day.day)) return std::nullopt;
    if (scanner.at_end()) return date;
    date.span = Date::Span::hour;
    const bool is_hour = scanner.take('T') && scanner.take_number(date.hour) && date.hour < 24;
    return is_hour && scanner.at_end() ? std::optional(date) : std::nullopt;
}

Result<Moments> moments_of(const Date& date, const TimeUnits& units) {
    const auto [last_day, end] = end_of(date);
    for (const Day& day : {date.day, last_day}) {
        if (!is_day(units.calendar, day))
            return Status(Code::einval, fmt::format("there is no {:04}-{:02}-{:02} in the calendar",
                                                    day.year, day.month, day.day));
    }
    return Moments{units.moment_of(date.day, date.hour * 3600), units.moment_of(last_day, end)};
}

}  // namespace weft::tools

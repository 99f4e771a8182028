// SPDX-License-Identifier: BSD-3-Clause
#include "tools/meaning/time_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/meaning/attributes.hpp"
#include "tools/meaning/text_scanner.hpp"

namespace weft::tools {
namespace {

constexpr long double day_milliseconds = 86'400'000;

/// The milliseconds of a unit; 0 for a word that is not a unit of constant length. Months and years
/// are units in a calendar whose months have 30 days.
long double milliseconds_of(std::string_view unit, Calendar calendar) {
    struct Unit {
        long double milliseconds;
        std::array<std::string_view, 5> names;
    };
    static constexpr std::array units{
        Unit{1000, {"s", "sec", "secs", "second", "seconds"}},
        Unit{60'000, {"min", "mins", "minute", "minutes"}},
        Unit{3'600'000, {"h", "hr", "hrs", "hour", "hours"}},
        Unit{day_milliseconds, {"d", "day", "days"}},
        Unit{7 * day_milliseconds, {"week", "weeks"}},
        Unit{1, {"ms", "msec", "msecs", "millisecond", "milliseconds"}},
        Unit{1e-3L, {"us", "microsec", "microsecs", "microsecond", "microseconds"}},
        Unit{1e-6L, {"ns", "nanosec", "nanosecs", "nanosecond", "nanoseconds"}}};
    static constexpr std::array even_units{
        Unit{30 * day_milliseconds, {"month", "months"}},
        Unit{360 * day_milliseconds, {"year", "years", "yr", "yrs"}}};
    if (unit.empty()) return 0;
    const auto has_name = [unit](const Unit& known) {
        return std::ranges::find(known.names, unit) != known.names.end();
    };
    if (const auto* const found = std::ranges::find_if(units, has_name); found != units.end())
        return found->milliseconds;
    const auto* const even = std::ranges::find_if(even_units, has_name);
    return even != even_units.end() && calendar == Calendar::days_360 ? even->milliseconds : 0;
}

/// "06:30:15.5", of which the later parts may be missing.
bool take_time(TextScanner& text, long double& second_of_day) {
    int hours = 0;
    int minutes = 0;
    double seconds = 0;
    if (!text.take_number(hours)) return false;
    if (text.take(':') && !text.take_number(minutes)) return false;
    if (text.take(':') && !text.take_number(seconds)) return false;
    if (hours > 24 || minutes >= 60 || seconds >= 61) return false;
    second_of_day = hours * 3600 + minutes * 60 + static_cast<long double>(seconds);
    return true;
}

/// "z", "utc", "+01:00", "-6", "+0530": the seconds that its time is ahead.
bool take_zone(TextScanner& text, long double& seconds) {
    if (text.at_end() || text.take('z') || text.take("utc") || text.take("gmt")) return true;
    const bool is_behind = text.take('-');
    if (!is_behind && !text.take('+')) return false;
    int hours = 0;
    int minutes = 0;
    if (!text.take_number(hours)) return false;
    if (text.take(':')) {
        if (!text.take_number(minutes)) return false;
    } else if (hours >= 100) {
        minutes = hours % 100;
        hours /= 100;
    }
    if (hours >= 24 || minutes >= 60) return false;
    seconds = (is_behind ? -1 : 1) * (hours * 3600 + minutes * 60);
    return true;
}

/// "2000-01-01 00:00:00", of which all but the year may be missing.
bool take_origin(TextScanner& text, TimeUnits& units) {
    if (!text.take_year(units.day)) return false;
    if (text.take('-') && !text.take_number(units.day.month)) return false;
    if (text.take('-') && !text.take_number(units.day.day)) return false;
    if (!text.take('t')) text.skip_spaces();
    const std::string_view rest = text.rest();
    const bool has_time = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
    if (has_time && !take_time(text, units.second_of_day)) return false;
    text.skip_spaces();
    long double ahead = 0;
    if (!take_zone(text, ahead)) return false;
    units.second_of_day -= ahead;
    text.skip_spaces();
    return text.at_end();
}

/// Parses text in lower case.
std::optional<TimeUnits> parse_lower(std::string_view text, Calendar calendar) {
    TimeUnits units;
    units.calendar = calendar;
    TextScanner scanner(text);
    scanner.skip_spaces();
    units.milliseconds = milliseconds_of(scanner.take_word(), calendar);
    scanner.skip_spaces();
    if (units.milliseconds == 0 || scanner.take_word() != "since") return std::nullopt;
    scanner.skip_spaces();
    return take_origin(scanner, units) ? std::optional(units) : std::nullopt;
}

}  // namespace

long double TimeUnits::moment_of(const Day& at, long double second) const {
    return static_cast<long double>(number_of(calendar, at)) * day_milliseconds + second * 1000;
}

bool are_since(std::string_view units) {
    const std::string lower = lower_case(units);
    TextScanner scanner(lower);
    scanner.skip_spaces();
    const bool has_unit = !scanner.take_word().empty();
    scanner.skip_spaces();
    return has_unit && scanner.take_word() == "since";
}

Result<TimeUnits> parse_time_units(std::string_view units, std::string_view calendar) {
    const std::optional<Calendar> known =
        calendar.empty() ? std::optional(Calendar::standard) : calendar_named(calendar);
    if (!known)
        return Status(Code::einval, fmt::format("the calendar \"{}\" is unknown", calendar));
    const std::optional<TimeUnits> parsed = parse_lower(lower_case(units), *known);
    if (!parsed)
        return Status(
            Code::einval,
            fmt::format("a date needs units such as \"days since 2000-01-01\", not \"{}\"", units));
    if (!is_day(*known, parsed->day))
        return Status(Code::einval,
                      fmt::format("there is no {:04}-{:02}-{:02} in the calendar", parsed->day.year,
                                  parsed->day.month, parsed->day.day));
    return *parsed;
}

Result<TimeUnits> time_units_of(const model::Variable& variable) {
    Result<TimeUnits> parsed =
        parse_time_units(text_in(variable, "units"), text_in(variable, "calendar"));
    if (parsed.ok()) return parsed;
    return Status(parsed.code(), fmt::format("'{}': {}", variable.name, parsed.status().context()));
}

namespace {

/// The name of the variable that `variable` means by this name: one of its own group.
std::string in_group_of(const model::Variable& variable, const std::string& name) {
    const std::string_view its = variable.name;
    return std::string(its.substr(0, its.rfind('/') + 1)) + name;
}

}  // namespace

TimeWords time_words_of(const model::Schema& schema, const model::Variable& variable) {
    const TimeWords own{text_in(variable, "units"), text_in(variable, "calendar")};
    if (!own.units.empty()) return own;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& parent = schema.variable(id);
        for (const std::string_view name : {"bounds", "climatology"}) {
            if (in_group_of(parent, text_in(parent, name)) == variable.name)
                return {text_in(parent, "units"), text_in(parent, "calendar")};
        }
    }
    return own;
}

std::string moment_text(const TimeUnits& units, double value, char separator) {
    const long double moment =
        std::round(units.origin() + static_cast<long double>(value) * units.milliseconds);
    const long double days = std::floor(moment / day_milliseconds);
    constexpr long double most_days = 400.0L * most_years;
    if (!(std::abs(days) < most_days)) return fmt::format("{}", value);
    const Day day = day_of(units.calendar, static_cast<std::int64_t>(days));
    std::string text = fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
    const auto rest = static_cast<std::int64_t>(moment - days * day_milliseconds);
    if (rest == 0) return text;
    text += fmt::format("{}{:02}", separator, rest / 3'600'000);
    if (rest % 3'600'000 != 0) text += fmt::format(":{:02}", rest / 60'000 % 60);
    if (rest % 1000 != 0)  // as ncdump writes it
        text += fmt::format(":{:.6f}", static_cast<double>(rest % 60'000) / 1000);
    else if (rest % 60'000 != 0)
        text += fmt::format(":{:02}", rest / 1000 % 60);
    return text;
}

}  // namespace weft::tools

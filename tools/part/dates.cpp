// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/dates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace weft::tools {
namespace {

constexpr double seconds_of_day = 86400;

/// Takes text apart from its beginning on.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    bool take(char wanted) {
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view wanted) {
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(wanted.size());
        return true;
    }
    void skip_spaces() {
        while (take(' ')) continue;
    }
    /// Letters, as many as there are.
    std::string_view take_word() {
        const auto* const end = std::ranges::find_if_not(
            rest_, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
        const std::string_view word =
            rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        rest_.remove_prefix(word.size());
        return word;
    }
    /// A number without a sign of its own.
    template <class T>
    bool take_number(T& number) {
        if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return false;
        const auto [end, error] =
            std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (error != std::errc()) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }

private:
    std::string_view rest_;
};

/// "2001-03", of which the day follows.
bool take_month(Scanner& text, Day& day) {
    const bool is_negative = text.take('-');
    if (!text.take_number(day.year)) return false;
    if (is_negative) day.year = -day.year;
    return text.take('-') && text.take_number(day.month);
}

/// What the values of a time coordinate count, and from when on.
struct TimeUnits {
    double seconds = 0;  // of one unit
    Day day;
    double second_of_day = 0;
};

/// 0 for a word that is no unit of the same length at all times.
double seconds_of(std::string_view unit) {
    if (unit.empty()) return 0;
    struct Unit {
        double seconds;
        std::array<std::string_view, 5> names;
    };
    static constexpr std::array units{
        Unit{1, {"s", "sec", "secs", "second", "seconds"}},
        Unit{60, {"min", "mins", "minute", "minutes"}},
        Unit{3600, {"h", "hr", "hrs", "hour", "hours"}}, Unit{seconds_of_day, {"d", "day", "days"}},
        Unit{1e-3, {"ms", "msec", "msecs", "millisecond", "milliseconds"}}};
    const auto* const found = std::ranges::find_if(units, [unit](const Unit& known) {
        return std::ranges::find(known.names, unit) != known.names.end();
    });
    return found == units.end() ? 0 : found->seconds;
}

/// "06:30:15.5", of which the later parts may be missing.
bool take_time(Scanner& text, double& second_of_day) {
    int hours = 0;
    int minutes = 0;
    double seconds = 0;
    if (!text.take_number(hours)) return false;
    if (text.take(':') && !text.take_number(minutes)) return false;
    if (text.take(':') && !text.take_number(seconds)) return false;
    if (hours > 24 || minutes >= 60 || seconds >= 61) return false;
    second_of_day = hours * 3600 + minutes * 60 + seconds;
    return true;
}

/// "Z", "UTC", "+01:00", "-6", "+0530": seconds that its time is ahead.
bool take_zone(Scanner& text, double& seconds) {
    if (text.at_end() || text.take('Z') || text.take("UTC") || text.take("GMT")) return true;
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

/// From "days since 2000-01-01 00:00:00".
std::optional<TimeUnits> parse_units(std::string_view text) {
    TimeUnits units;
    Scanner scanner(text);
    scanner.skip_spaces();
    units.seconds = seconds_of(scanner.take_word());
    scanner.skip_spaces();
    if (units.seconds == 0 || !scanner.take("since")) return std::nullopt;
    scanner.skip_spaces();
    if (!take_month(scanner, units.day) || !scanner.take('-') ||
        !scanner.take_number(units.day.day))
        return std::nullopt;
    double ahead = 0;
    if (!scanner.take('T')) scanner.skip_spaces();
    if (!scanner.at_end() && !take_time(scanner, units.second_of_day)) return std::nullopt;
    scanner.skip_spaces();
    if (!take_zone(scanner, ahead)) return std::nullopt;
    scanner.skip_spaces();
    if (!scanner.at_end()) return std::nullopt;
    units.second_of_day -= ahead;
    return units;
}

/// The text of an attribute without the zero bytes behind it; "" where there is none.
std::string text_of(const format::Variable& variable, const char* name) {
    const int id = variable.attributes.find(name);
    if (id < 0 || variable.attributes.at(id).type != types::External::character) return {};
    const auto& bytes = variable.attributes.at(id).values;
    std::string text(reinterpret_cast<const char*>(bytes.data()),
                     static_cast<std::size_t>(variable.attributes.at(id).count));
    while (text.ends_with('\0')) text.pop_back();
    return text;
}

/// The first moment behind the date, as a day and seconds of it.
std::pair<Day, double> end_of(const Date& date) {
    Day day = date.day;
    if (date.span == Date::Span::hour) return {day, (date.hour + 1) * 3600.0};
    if (date.span == Date::Span::day) return {day, seconds_of_day};
    if (++day.month > 12) {
        day.month = 1;
        ++day.year;
    }
    return {day, 0};
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
    Date date;
    Scanner scanner(text);
    if (!take_month(scanner, date.day)) return std::nullopt;
    if (scanner.at_end()) return date;
    date.span = Date::Span::day;
    if (!scanner.take('-') || !scanner.take_number(date.day.day)) return std::nullopt;
    if (scanner.at_end()) return date;
    date.span = Date::Span::hour;
    const bool is_hour = scanner.take('T') && scanner.take_number(date.hour) && date.hour < 24;
    return is_hour && scanner.at_end() ? std::optional(date) : std::nullopt;
}

Result<DateValues> values_of(const Date& date, const format::Variable& variable) {
    const std::string units_text = text_of(variable, "units");
    const std::optional<TimeUnits> units = parse_units(units_text);
    if (!units)
        return Status(Code::einval,
                      fmt::format("a date needs units such as \"days since 2000-01-01\", '{}' has "
                                  "\"{}\"",
                                  variable.name, units_text));
    std::string calendar_text = text_of(variable, "calendar");
    if (calendar_text.empty()) calendar_text = "standard";
    const std::optional<Calendar> calendar = calendar_named(calendar_text);
    if (!calendar)
        return Status(Code::einval, fmt::format("'{}' has dates of the calendar \"{}\", which is "
                                                "not known",
                                                variable.name, calendar_text));
    for (const Day& day : {units->day, date.day, end_of(date).first}) {
        if (!is_day(*calendar, day))
            return Status(Code::einval,
                          fmt::format("there is no {:04}-{:02}-{:02} in the calendar "
                                      "\"{}\" of '{}'",
                                      day.year, day.month, day.day, calendar_text, variable.name));
    }
    const auto value_of = [&](const Day& day, double second) {
        const std::int64_t days = number_of(*calendar, day) - number_of(*calendar, units->day);
        return (static_cast<double>(days) * seconds_of_day + second - units->second_of_day) /
               units->seconds;
    };
    const auto [last_day, end] = end_of(date);
    return DateValues{value_of(date.day, date.hour * 3600.0), value_of(last_day, end)};
}

}  // namespace weft::tools

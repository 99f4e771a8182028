// SPDX-License-Identifier: BSD-3-Clause
// TickMoments are milliseconds from the beginning of a calendar's days (meaning/time_units.hpp), so
// midnights and divisions of a day are multiples.
#include <cmath>
#include <cstdint>
#include <functional>

#include "tools/plot/ticks.hpp"

namespace weft::tools {
namespace {

using TickMoments = std::vector<long double>;

constexpr long double second = 1000;
constexpr long double minute = 60 * second;
constexpr long double hour = 60 * minute;
constexpr long double whole_day = 24 * hour;

struct Range {
    const TimeUnits& units;
    long double low;
    long double high;
    int most;

    [[nodiscard]] bool has(long double moment) const {
        constexpr long double room = 0.5;  // of a millisecond, which is what texts show
        return moment >= low - room && moment <= high + room;
    }
    /// Whether this many steps of such a length may fit.
    [[nodiscard]] bool has_room(long double step) const { return (high - low) / step <= most + 2; }
};

TickMoments every(const Range& range, long double step) {
    TickMoments moments;
    for (long double at = std::floor(range.low / step) * step; at <= range.high + 1; at += step) {
        if (range.has(at)) moments.push_back(at);
    }
    return moments;
}

/// Marks days of a month, from its first on, except one that is close to the next month's first.
TickMoments every_days(const Range& range, int step) {
    constexpr int short_month = 30;
    TickMoments moments;
    for (long double at = std::floor(range.low / whole_day) * whole_day; at <= range.high + 1;
         at += whole_day) {
        const Day day =
            day_of(range.units.calendar, static_cast<std::int64_t>(std::round(at / whole_day)));
        const bool is_round = (day.day - 1) % step == 0 && day.day + step / 2 <= short_month;
        if (is_round && range.has(at)) moments.push_back(at);
    }
    return moments;
}

TickMoments every_months(const Range& range, std::int64_t step) {
    constexpr std::int64_t in_year = 12;
    const auto first_day = static_cast<std::int64_t>(std::floor(range.low / whole_day));
    const Day day = day_of(range.units.calendar, first_day);
    const std::int64_t from = day.year * in_year + day.month - 1;
    TickMoments moments;
    for (std::int64_t month = from - ((from % step) + step) % step;; month += step) {
        const std::int64_t place = ((month % in_year) + in_year) % in_year;
        const Day first{
            .year = (month - place) / in_year, .month = static_cast<int>(place) + 1, .day = 1};
        const long double moment = range.units.moment_of(first, 0);
        if (moment > range.high + 1) return moments;
        if (range.has(moment)) moments.push_back(moment);
    }
}

TickMoments moments_in(const Range& range) {
    const auto chosen = [&range](long double step, const std::function<TickMoments()>& find) {
        TickMoments moments;
        if (range.has_room(step)) moments = find();
        if (static_cast<int>(moments.size()) > range.most) moments.clear();
        return moments;
    };
    for (const long double step :
         {second, 2 * second, 5 * second, 10 * second, 15 * second, 30 * second, minute, 2 * minute,
          5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 3 * hour, 6 * hour,
          12 * hour, whole_day}) {
        const TickMoments moments = chosen(step, [&] { return every(range, step); });
        if (!moments.empty()) return moments;
    }
    for (const int days : {2, 5, 10}) {
        const TickMoments moments =
            chosen(days * whole_day, [&] { return every_days(range, days); });
        if (!moments.empty()) return moments;
    }
    constexpr int month_days = 30;
    for (std::int64_t months : {1, 2, 3, 6}) {
        const TickMoments moments =
            chosen(static_cast<long double>(months) * month_days * whole_day,
                   [&] { return every_months(range, months); });
        if (!moments.empty()) return moments;
    }
    for (std::int64_t power = 1; power <= most_years; power *= 10) {
        for (const std::int64_t years : {power, 2 * power, 5 * power}) {
            const TickMoments moments =
                chosen(static_cast<long double>(years) * 12 * month_days * whole_day,
                       [&] { return every_months(range, 12 * years); });
            if (!moments.empty()) return moments;
        }
    }
    return {};
}

}  // namespace

std::vector<double> round_dates(const TimeUnits& units, double low, double high, int most) {
    const auto moment = [&units](double value) {
        return units.origin() + static_cast<long double>(value) * units.milliseconds;
    };
    const Range range{.units = units, .low = moment(low), .high = moment(high), .most = most};
    constexpr long double last_moment = 300.0L * most_years * whole_day;
    if (!(range.low > -last_moment && range.high < last_moment)) return {};
    std::vector<double> values;
    for (const long double at : moments_in(range))
        values.push_back(static_cast<double>((at - units.origin()) / units.milliseconds));
    return values;
}

}  // namespace weft::tools

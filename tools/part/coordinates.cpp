// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tools/meaning/attributes.hpp"
#include "tools/part/names.hpp"
#include "tools/shared/nearest.hpp"

namespace weft::tools {
namespace {

constexpr double full_turn = 360;
constexpr double infinity = std::numeric_limits<double>::infinity();

double turned_up(double angle) {
    const double rest = std::fmod(angle, full_turn);
    return rest < 0 ? rest + full_turn : rest;
}

/// The number of consecutive indices of one kind.
std::int64_t count_run(const Axis& axis, std::int64_t from, bool wanted, const auto& is_in) {
    std::int64_t at = from;
    while (at < axis.length() && is_in(axis.at(at)) == wanted) ++at;
    return at - from;
}

/// The range of matching values if they are adjacent, even across the ends of a periodic axis;
/// without a match, a count of 0. Empty if they are in several places.
std::optional<Indices> indices_where(const Axis& axis, const auto& is_in) {
    const std::int64_t at_begin = count_run(axis, 0, true, is_in);
    const std::int64_t next = at_begin + count_run(axis, at_begin, false, is_in);
    const std::int64_t later = count_run(axis, next, true, is_in);
    const std::int64_t behind = next + later;
    if (behind + count_run(axis, behind, false, is_in) < axis.length()) return std::nullopt;
    if (later == 0) return Indices{.first = 0, .count = at_begin};
    if (at_begin == 0) return Indices{.first = next, .count = later};
    if (behind < axis.length()) return std::nullopt;
    return Indices{.first = 0, .count = at_begin + later, .turn = next};
}

Indices nearest_to(const Axis& axis, double wanted) {
    Indices found{.first = 0, .count = 1};
    double least = infinity;
    for (std::int64_t i = 0; i < axis.length(); ++i) {
        const double away = axis.at(i) - wanted;
        const double distance =
            std::abs(axis.goes_round() ? std::remainder(away, full_turn) : away);
        if (distance < least) found.first = i;
        least = std::min(least, distance);
    }
    return found;
}

/// A range of one axis, and what is wrong with it.
class Choice {
public:
    Choice(const Axis& axis, const model::Variable& variable, const CoordinateRange& range)
        : axis_(axis), variable_(variable), range_(range) {}

    [[nodiscard]] Result<Indices> of_numbers() const {
        const double low = range_.low.number.value_or(-infinity);
        const double high = range_.high.number.value_or(infinity);
        for (const double end : {low, high}) {
            if (std::isfinite(end) && !is_everything(low, high) && !axis_.reaches(end))
                return outside(axis_.number_text(end), axis_.extent_text());
        }
        if (range_.is_one) return nearest_to(axis_, low);
        if (low > high && !axis_.goes_round())
            return refused("its end is below its begin, which only longitudes allow");
        const bool is_closed = std::isfinite(low) && std::isfinite(high);
        return checked(axis_.goes_round() && is_closed ? around(low, high) : straight(low, high),
                       axis_.extent_text());
    }

    [[nodiscard]] Result<Indices> of_dates() const {
        const Result<TimeUnits> units = time_units_of(variable_);
        if (!units.ok()) return units.status();
        const auto moment = [&units](double value) {
            return std::round(units.value().origin() +
                              static_cast<long double>(value) * units.value().milliseconds);
        };
        const auto step = [&units](double step) { return step * units.value().milliseconds; };
        Moments wanted{-infinity, infinity};
        for (const CoordinateEnd* end : {&range_.low, &range_.high}) {
            if (!end->date) continue;
            const Result<Moments> moments = moments_of(*end->date, units.value());
            if (!moments.ok()) return refused(moments.status().context());
            const long double least = moment(axis_.least()) - step(axis_.first_step());
            const long double largest = moment(axis_.largest()) + step(axis_.last_step());
            if (moments.value().to <= least || moments.value().from > largest)
                return outside(end->text, extent_of_dates(units.value()));
            (end == &range_.low ? wanted.from : wanted.to) =
                end == &range_.low ? moments.value().from : moments.value().to;
        }
        if (wanted.from >= wanted.to) return refused("its end is before its begin");
        return checked(indices_where(axis_,
                                     [&](double value) {
                                         return moment(value) >= wanted.from &&
                                                moment(value) < wanted.to;
                                     }),
                       extent_of_dates(units.value()));
    }

private:
    [[nodiscard]] bool is_everything(double low, double high) const {
        return axis_.goes_round() && high - low >= full_turn - axis_.tolerance(low, high);
    }

    [[nodiscard]] std::optional<Indices> straight(double low, double high) const {
        return indices_where(axis_, [&](double value) {
            return value >= low - axis_.tolerance(value, low) &&
                   value <= high + axis_.tolerance(value, high);
        });
    }

    /// The indices from `low` eastward to `high`.
    [[nodiscard]] std::optional<Indices> around(double low, double high) const {
        const double room = axis_.tolerance(low, high);
        if (is_everything(low, high)) return Indices{.first = 0, .count = axis_.length()};
        const double width = turned_up(high - low);
        // A value slightly west of `low` equals `low` up to rounding.
        const auto ahead = [&](double value) {
            const double east = turned_up(value - low);
            return east >= full_turn - room ? 0 : east;
        };
        std::optional<Indices> found =
            indices_where(axis_, [&](double value) { return ahead(value) <= width + room; });
        if (!found || found->count < axis_.length()) return found;
        for (std::int64_t i = 1; i < axis_.length(); ++i) {
            const bool rises = axis_.at(0) < axis_.at(1);
            const bool begins_here = rises == (ahead(axis_.at(i)) < ahead(axis_.at(i - 1)));
            if (begins_here) found->turn = i;
        }
        return found;
    }

    [[nodiscard]] std::string extent_of_dates(const TimeUnits& units) const {
        const std::string first = moment_text(units, axis_.at(0));
        const std::string last = moment_text(units, axis_.at(axis_.length() - 1));
        return axis_.length() == 1 ? "whose only value is " + first
                                   : "whose values go from " + first + " to " + last;
    }

    [[nodiscard]] Result<Indices> checked(const std::optional<Indices>& found,
                                          const std::string& extent) const {
        if (!found)
            return refused(
                "values in several places are in it, because the axis covers more than 360 "
                "degrees");
        if (found->count > 0) return *found;
        return Status(Code::eedge, fmt::format("{}: no value of '{}', {}, is in this range",
                                               range_.text, variable_.name, extent));
    }
    [[nodiscard]] Status outside(const std::string& end, const std::string& extent) const {
        return {Code::eedge, fmt::format("{}: {} is outside '{}', {}", range_.text, end,
                                         variable_.name, extent)};
    }
    [[nodiscard]] Status refused(const std::string& reason) const {
        return {Code::eedge,
                fmt::format("{}: no range of '{}': {}", range_.text, variable_.name, reason)};
    }

    const Axis& axis_;
    const model::Variable& variable_;
    const CoordinateRange& range_;
};

/// Whether the ends of the range are dates of this variable.
Result<bool> are_dates(const CoordinateRange& range, const model::Variable& variable) {
    const bool may_be_numbers = !range.low.is_only_date() && !range.high.is_only_date();
    const bool may_be_dates = !range.low.is_only_number() && !range.high.is_only_number();
    if (may_be_dates && (!may_be_numbers || are_since(text_in(variable, "units")))) return true;
    if (may_be_numbers) return false;
    return Status(Code::einval, range.text + ": one end is a date, the other a number");
}

}  // namespace

Result<CoordinateIndices> indices_of(const Input& file, const CoordinateRange& range) {
    const int id = find_variable(file.schema(), range.variable);
    if (id < 0) return no_variable(file.schema(), range.variable);
    const model::Variable& variable = file.schema().variable(id);
    if (variable.dimension_ids.size() != 1 || variable.type == types::External::character)
        return Status(Code::einval,
                      fmt::format("{}: '{}' is not a coordinate, which is a variable of "
                                  "numbers with one dimension",
                                  range.text, range.variable));
    const Result<bool> dates = are_dates(range, variable);
    if (!dates.ok()) return dates.status();
    const Result<Axis> axis = Axis::read(file, id);
    if (!axis.ok()) return axis.status();
    if (axis.value().length() == 0)
        return Status(Code::eedge,
                      fmt::format("{}: '{}' has no values", range.text, variable.name));
    const Choice choice(axis.value(), variable, range);
    const Result<Indices> found = dates.value() ? choice.of_dates() : choice.of_numbers();
    if (found.ok()) return CoordinateIndices{variable.dimension_ids.front(), found.value()};
    const std::string& why = found.status().context();
    return Status(found.code(), why.starts_with(range.text) ? why : range.text + ": " + why);
}

}  // namespace weft::tools

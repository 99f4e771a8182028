// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "tools/meaning/attributes.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/shared/value_stream.hpp"

namespace weft::tools {
namespace {

/// Whether the values rise from each to the next, or fall.
class Order {
public:
    /// False once they do neither.
    bool take(double value) {
        if (std::isnan(value)) return false;
        const bool rises = value > last_;
        if (seen_ > 0 && (value == last_ || (seen_ > 1 && rises != rises_))) return false;
        rises_ = rises;
        last_ = value;
        ++seen_;
        return true;
    }

private:
    std::int64_t seen_ = 0;
    double last_ = 0;
    bool rises_ = true;
};

double positive_remainder(double number, double by) {
    const double rest = std::fmod(number, by);
    return rest < 0 ? rest + by : rest;
}

struct DegreeWords {
    std::array<std::string_view, 6> units;
    std::string_view short_name;
    std::string_view name;
};

bool are_degrees_of(const model::Variable& variable, const DegreeWords& words) {
    std::string units = text_in(variable, "units");
    if (const std::size_t zero = units.find('\0'); zero != std::string::npos) units.resize(zero);
    if (std::ranges::find(words.units, units) != words.units.end()) return true;
    const bool are_degrees = units == "degrees" || units == "degree";
    const std::string name = lower_case(variable.name);
    return are_degrees && (text_in(variable, "standard_name") == words.name ||
                           name == words.short_name || name == words.name);
}

}  // namespace

bool is_longitude(const model::Variable& variable) {
    return are_degrees_of(variable, {.units = {"degrees_east", "degree_east", "degrees_E",
                                               "degree_E", "degreesE", "degreeE"},
                                     .short_name = "lon",
                                     .name = "longitude"});
}

bool is_latitude(const model::Variable& variable) {
    return are_degrees_of(variable, {.units = {"degrees_north", "degree_north", "degrees_N",
                                               "degree_N", "degreesN", "degreeN"},
                                     .short_name = "lat",
                                     .name = "latitude"});
}

Result<Axis> Axis::read(const Input& file, int id) {
    const model::Variable& variable = file.schema().variable(id);
    Axis axis;
    axis.goes_round_ = is_longitude(variable);
    axis.is_float_ = variable.type == types::External::float32;
    const ValueRules rules = rules_of(variable);
    const Result<container::Stored> stored = file.stored();
    if (!stored.ok()) return stored.status();
    if (file.is_cut_short(stored.value(), id))
        return Status(Code::etrunc,
                      fmt::format("the file ends before the values of '{}'", variable.name));
    ValueStream stream(file, id);
    Order order;
    bool is_monotonic = true;
    while (stream.values_left() > 0 && is_monotonic) {
        const auto bytes = stream.next(stream.values_left());
        if (!bytes.ok()) return bytes.status();
        take_meant(rules, bytes.value(), [&](double value) {
            is_monotonic = is_monotonic && order.take(value);
            if (is_monotonic) axis.values_.push_back(value);
        });
    }
    if (is_monotonic) return axis;
    return Status(Code::einval,
                  fmt::format("the values of '{}' neither only rise nor only fall: index {} "
                              "changes the direction",
                              variable.name, axis.length()));
}

double Axis::front_step() const {
    return length() < 2 ? 0 : std::abs(values_[1] - values_[0]);
}

double Axis::back_step() const {
    return length() < 2 ? 0 : std::abs(values_.back() - values_[values_.size() - 2]);
}

double Axis::tolerance(double a, double b) const {
    constexpr double turn = 360;
    const double size = std::max({std::abs(a), std::abs(b), goes_round_ ? turn : 0.0});
    const double precision = is_float_ ? std::numeric_limits<float>::epsilon()
                                       : 16 * std::numeric_limits<double>::epsilon();
    return precision * size;
}

bool Axis::reaches(double value) const {
    const double room = tolerance(value, largest());
    if (goes_round_) {
        const double ahead = positive_remainder(value - least(), 360);
        const double behind = 360 - ahead;
        return ahead <= largest() - least() + last_step() + room || behind <= first_step() + room;
    }
    return value >= least() - first_step() - room && value <= largest() + last_step() + room;
}

std::string Axis::number_text(double value) const {
    return is_float_ ? fmt::format("{:.7g}", value) : fmt::format("{:.15g}", value);
}

std::string Axis::extent_text() const {
    if (length() == 1) return "whose only value is " + number_text(least());
    return "whose values go from " + number_text(values_.front()) + " to " +
           number_text(values_.back());
}

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/axis_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "tools/meaning/attributes.hpp"
#include "tools/part/axis.hpp"
#include "tools/plot/ticks.hpp"
#include "tools/plot/values.hpp"

namespace weft::tools {
namespace {

using model::Schema;
using model::Variable;

constexpr double globe = 360;

/// The numeric variable with the dimension's name and no other dimension, or -1.
int coordinate_of(const Schema& schema, int dimension) {
    const int id = schema.find_variable(schema.dimension(dimension).name);
    if (id < 0) return -1;
    const Variable& variable = schema.variable(id);
    const bool is_coordinate = variable.dimension_ids.size() == 1 &&
                               variable.dimension_ids.front() == dimension &&
                               variable.type != types::External::character;
    return is_coordinate ? id : -1;
}

bool points_down(const Variable& variable) {
    return text_in(variable, "positive") == "down";
}

std::optional<TimeUnits> units_of_dates(const Variable& variable) {
    if (!are_since(text_in(variable, "units"))) return std::nullopt;
    const Result<TimeUnits> units = time_units_of(variable);
    return units.ok() ? std::optional(units.value()) : std::nullopt;
}

/// Finds where round values lie between those of an axis, which are passed in order.
class Search {
public:
    Search(std::vector<double> wanted, bool rises, double tolerance)
        : wanted_(std::move(wanted)), rises_(rises), tolerance_(tolerance) {
        if (!rises) std::ranges::reverse(wanted_);
    }
    struct Found {
        double index = 0;
        double value = 0;  // as in the file
    };

    void take(std::int64_t index, double value, double climbing) {
        while (found_.size() < wanted_.size()) {
            const double wanted = wanted_[found_.size()];
            if (rises_ ? wanted > climbing + tolerance_ : wanted < climbing - tolerance_) break;
            const double step = climbing - before_;
            const double behind = index == 0 || step == 0 ? 0 : (climbing - wanted) / step;
            const bool is_here = behind < 0.5;
            const double jump = is_here ? value - climbing : value_before_ - before_;
            found_.push_back({.index = static_cast<double>(index) - std::clamp(behind, 0.0, 1.0),
                              .value = wanted + jump});
        }
        before_ = climbing;
        value_before_ = value;
    }
    [[nodiscard]] const std::vector<Found>& found() const { return found_; }

private:
    std::vector<double> wanted_;
    bool rises_;
    double tolerance_;
    std::vector<Found> found_;
    double before_ = 0;
    double value_before_ = 0;
};

}  // namespace

Status AxisValues::each(const Input& file, const Take& take) const {
    std::int64_t index = 0;
    double before = std::numeric_limits<double>::quiet_NaN();
    double climbing = 0;
    return read_values(file, coordinate_, length_, [&](double value) {
        if (std::isnan(before) || !goes_round_) {
            climbing = value;
        } else if (!std::isnan(value)) {
            climbing += std::remainder(value - before, globe);
        }
        if (!std::isnan(value)) before = value;
        take(index++, value, std::isnan(value) ? value : climbing);
    });
}

Result<AxisValues> AxisValues::read(const Input& file, int dimension, std::int64_t length) {
    AxisValues axis;
    axis.length_ = length;
    axis.coordinate_ = coordinate_of(file.schema(), dimension);
    if (axis.coordinate_ < 0) {
        axis.title_ = shown(file.schema().dimension(dimension).name) + ", index";
        axis.last_ = static_cast<double>(length - 1);
        return axis;
    }
    const Variable& coordinate = file.schema().variable(axis.coordinate_);
    axis.title_ = title_of(coordinate);
    axis.dates_ = units_of_dates(coordinate);
    axis.goes_round_ = is_longitude(coordinate);
    axis.are_latitudes_ = is_latitude(coordinate);
    std::int64_t seen = 0;
    std::int64_t rising = 0;
    std::int64_t falling = 0;
    const Status status = axis.each(file, [&](std::int64_t, double, double climbing) {
        if (std::isnan(climbing)) return;
        if (seen++ == 0) axis.first_ = axis.last_ = climbing;
        rising += climbing > axis.last_ ? 1 : 0;
        falling += climbing < axis.last_ ? 1 : 0;
        axis.last_ = climbing;
    });
    if (!status.ok()) return status;
    axis.is_ordered_ = seen == length && std::max(rising, falling) == length - 1;
    axis.grows_back_ = (axis.last_ < axis.first_) != points_down(coordinate);
    return axis;
}

double AxisValues::covered() const {
    if (!is_ordered_ || length_ < 2) return 0;
    const auto length = static_cast<double>(length_);
    return std::abs(last_ - first_) * length / (length - 1);
}

std::vector<double> AxisValues::round_values(int most) const {
    const auto [low, high] = std::minmax(first_, last_);
    const bool are_degrees = goes_round_ || are_latitudes_;
    std::vector<double> values = dates_        ? round_dates(*dates_, low, high, most)
                                 : are_degrees ? round_degrees(low, high, most)
                                               : round_numbers(low, high, most);
    if (coordinate_ < 0)  // there are no values between two indices
        std::erase_if(values, [](double value) { return value != std::floor(value); });
    return values.size() > 1 ? values : std::vector<double>{low, high};
}

std::vector<std::int64_t> AxisValues::marked_indices(int most) const {
    const std::int64_t count = std::min<std::int64_t>(most, length_);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < count; ++i)
        indices.push_back(count == 1 ? 0 : i * (length_ - 1) / (count - 1));
    return indices;
}

std::vector<std::string> AxisValues::texts_of(const std::vector<double>& values) const {
    if (!dates_ && is_ordered_) return tick_texts(values);
    std::vector<std::string> texts;
    for (const double value : values) {
        const bool is_date = dates_ && !std::isnan(value);
        texts.push_back(is_date ? moment_text(*dates_, value, ' ') : mark_text(value));
    }
    return texts;
}

double AxisValues::place_of(double index, bool are_cells) const {
    const auto length = static_cast<double>(length_);
    const double place = are_cells     ? (index + 0.5) / length
                         : length_ > 1 ? index / (length - 1)
                                       : 0.5;
    return grows_back_ ? 1 - place : place;
}

Result<std::vector<Tick>> AxisValues::ticks(const Input& file, TickRoom room,
                                            bool are_cells) const {
    const int most = room.most(dates_.has_value());
    std::vector<double> values;
    std::vector<double> indices;
    Status status;
    if (coordinate_ < 0) {
        values = indices = round_values(most);
    } else if (is_ordered_) {
        const auto [low, high] = std::minmax(first_, last_);
        Search search(round_values(most), last_ >= first_, tick_tolerance(low, high));
        status = each(file, [&](std::int64_t index, double value, double climbing) {
            search.take(index, value, climbing);
        });
        for (const Search::Found& found : search.found()) {
            values.push_back(found.value);
            indices.push_back(found.index);
        }
    } else {
        const std::vector<std::int64_t> marked = marked_indices(most);
        status = each(file, [&](std::int64_t index, double value, double) {
            if (values.size() == marked.size() || marked[values.size()] != index) return;
            values.push_back(value);
            indices.push_back(static_cast<double>(index));
        });
    }
    if (!status.ok()) return status;
    const std::vector<std::string> texts = texts_of(values);
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < texts.size(); ++i)
        ticks.push_back({.place = place_of(indices[i], are_cells), .text = texts[i]});
    if (grows_back_) std::ranges::reverse(ticks);
    return ticks;
}

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "tools/meaning/attributes.hpp"
#include "tools/meaning/time_units.hpp"
#include "tools/part/axis.hpp"
#include "tools/plot/values.hpp"

namespace weft::tools {
namespace {

using format::Schema;
using format::Variable;

/// The variable of numbers that has the dimension's name and no other dimension, or null.
const Variable* coordinate_of(const Schema& schema, int dimension) {
    const int id = schema.find_variable(schema.dimension(dimension).name);
    if (id < 0) return nullptr;
    const Variable& variable = schema.variable(id);
    const bool is_coordinate = variable.dimension_ids.size() == 1 &&
                               variable.dimension_ids.front() == dimension &&
                               variable.type != types::External::character;
    return is_coordinate ? &variable : nullptr;
}

bool points_down(const Variable& variable) {
    const int id = variable.attributes.find("positive");
    if (id < 0 || variable.attributes.at(id).type != types::External::character) return false;
    const format::Values& text = variable.attributes.at(id).values;
    return std::string_view(reinterpret_cast<const char*>(text.data()), text.size()) == "down";
}

std::optional<TimeUnits> units_of_dates(const Variable& variable) {
    if (!are_since(text_in(variable, "units"))) return std::nullopt;
    const Result<TimeUnits> units = time_units_of(variable);
    return units.ok() ? std::optional(units.value()) : std::nullopt;
}

std::string date_text(const TimeUnits& units, double value) {
    return std::isnan(value) ? mark_text(value) : moment_text(units, value, ' ');
}

Result<PlotAxis> axis_of(const OpenedFile& file, int dimension, std::int64_t length) {
    PlotAxis axis;
    axis.length = length;
    const std::array<std::int64_t, 3> marked{0, length / 2, length - 1};
    const Variable* coordinate = coordinate_of(file.schema, dimension);
    if (coordinate == nullptr) {
        axis.title = shown(file.schema.dimension(dimension).name) + ", index";
        for (std::size_t i = 0; i < 3; ++i)
            axis.marks[i] = mark_text(static_cast<double>(marked[i]));
        return axis;
    }
    axis.title = title_of(*coordinate);
    const std::optional<TimeUnits> units = units_of_dates(*coordinate);
    // Longitudes may go on at the other end of the globe.
    const bool goes_round = is_longitude(*coordinate);
    std::int64_t index = 0;
    double last = std::numeric_limits<double>::quiet_NaN();
    double climbed = 0;
    const auto keep = [&](double value) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (marked[i] == index)
                axis.marks[i] = units ? date_text(*units, value) : mark_text(value);
        }
        ++index;
        if (std::isnan(value)) return;
        const double step = std::isnan(last) ? 0 : value - last;
        climbed += goes_round ? std::remainder(step, 360) : step;
        last = value;
    };
    const Result<bool> read = read_values(file, *coordinate, length, keep);
    if (!read.ok()) return read.status();
    axis.grows_back = (climbed < 0) != points_down(*coordinate);
    return axis;
}

/// Puts values, in the order of the file, into the cells where they belong.
class Painter {
public:
    explicit Painter(Drawing& picture) : picture_(picture) {}

    void take(double value) {
        if (!std::isnan(value)) {
            const std::int64_t column = cell(column_, picture_.across, picture_.size.columns);
            const std::int64_t row = cell(row_, picture_.upward, picture_.size.rows);
            picture_.cells[static_cast<std::size_t>(row * picture_.size.columns + column)].add(
                value);
            picture_.all.add(value);
        }
        if (++column_ < picture_.across.length) return;
        column_ = 0;
        ++row_;
    }

private:
    static std::int64_t cell(std::int64_t index, const PlotAxis& axis, std::int64_t cells) {
        const double share = static_cast<double>(index) / static_cast<double>(axis.length);
        const std::int64_t at =
            cells == axis.length
                ? index
                : std::min(cells - 1,
                           static_cast<std::int64_t>(share * static_cast<double>(cells)));
        return axis.grows_back ? cells - 1 - at : at;
    }

    Drawing& picture_;
    std::int64_t column_ = 0;
    std::int64_t row_ = 0;
};

/// Positions of the dimensions that are drawn, the last two at most.
std::vector<std::size_t> drawn_dimensions(const std::vector<std::int64_t>& shape) {
    std::vector<std::size_t> drawn;
    for (std::size_t i = shape.size(); i > 0 && drawn.size() < 2; --i) {
        if (shape[i - 1] > 1) drawn.insert(drawn.begin(), i - 1);
    }
    return drawn;
}

Status check_drawable(const Variable& variable, const std::vector<std::int64_t>& shape) {
    const std::string name = shown(variable.name);
    if (variable.type == types::External::character)
        return {Code::einval, "'" + name + "' is text, which cannot be drawn"};
    if (std::ranges::find(shape, 0) != shape.end())
        return {Code::einval, "'" + name + "' has no values"};
    if (drawn_dimensions(shape).empty())
        return {Code::einval, "'" + name + "' is a single value; weft dump shows it"};
    return {};
}

/// ", time 0 of 12": what is drawn of the dimensions before the last two.
std::string others_of(const Schema& schema, const Variable& variable,
                      const std::vector<std::int64_t>& shape, std::size_t first_drawn) {
    std::string text;
    for (std::size_t i = 0; i < first_drawn; ++i) {
        if (shape[i] == 1) continue;
        text += fmt::format(", {} 0 of {}", shown(schema.dimension(variable.dimension_ids[i]).name),
                            shape[i]);
    }
    return text;
}

}  // namespace

std::string mark_text(double value) {
    return std::isnan(value) ? "missing" : fmt::format("{:.4g}", value);
}

void PlotCell::add(double value) {
    ++present;
    sum += value;
    least = std::min(least, value);
    largest = std::max(largest, value);
}

Result<Drawing> picture_of(const OpenedFile& file, const Variable& variable, CellCounts line,
                           CellCounts map) {
    const std::vector<std::int64_t> shape = file.schema.shape_of(variable);
    const Status drawable = check_drawable(variable, shape);
    if (!drawable.ok()) return drawable;
    const std::vector<std::size_t> drawn = drawn_dimensions(shape);
    Drawing picture;
    picture.is_map = drawn.size() == 2;
    picture.title = title_of(variable) + others_of(file.schema, variable, shape, drawn.front());
    Result<PlotAxis> across =
        axis_of(file, variable.dimension_ids[drawn.back()], shape[drawn.back()]);
    if (!across.ok()) return across.status();
    picture.across = std::move(across).value();
    if (picture.is_map) {
        Result<PlotAxis> upward =
            axis_of(file, variable.dimension_ids[drawn.front()], shape[drawn.front()]);
        if (!upward.ok()) return upward.status();
        picture.upward = std::move(upward).value();
    }
    const CellCounts most = picture.is_map ? map : line;
    picture.size = {.columns = std::min(most.columns, picture.across.length),
                    .rows = std::min(most.rows, picture.upward.length)};
    picture.cells.resize(static_cast<std::size_t>(picture.size.columns * picture.size.rows));
    picture.values = picture.across.length * picture.upward.length;
    Painter painter(picture);
    const Result<bool> read = read_values(file, variable, picture.values,
                                          [&painter](double value) { painter.take(value); });
    if (!read.ok()) return read.status();
    picture.is_cut_short = read.value();
    picture.low = picture.all.least;
    picture.high = picture.all.largest;
    return picture;
}

}  // namespace weft::tools

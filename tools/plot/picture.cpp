// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/plot/axis_values.hpp"
#include "tools/plot/values.hpp"

namespace weft::tools {
namespace {

using model::Schema;
using model::Variable;

/// Puts values, in the order of the file, into their cells.
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

/// The positions of the drawn dimensions, at most the last two.
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

/// Returns ", time 0 of 12": the drawn index of the dimensions before the last two.
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

/// The ratio of degrees across to degrees upward.
double aspect_of(const AxisValues& across, const AxisValues& upward) {
    const double east = across.longitudes();
    const double north = upward.latitudes();
    return east > 0 && north > 0 ? east / north : 0;
}

/// The axis without its marks.
PlotAxis form_of(const AxisValues& values) {
    return {.title = values.title(),
            .length = values.length(),
            .ticks = {},
            .grows_back = values.grows_back()};
}

Status paint(const Input& file, int id, CellCounts most, Drawing& picture) {
    picture.size = {.columns = std::min(most.columns, picture.across.length),
                    .rows = std::min(most.rows, picture.upward.length)};
    picture.cells.resize(static_cast<std::size_t>(picture.size.columns * picture.size.rows));
    picture.values = picture.across.length * picture.upward.length;
    Painter painter(picture);
    const Status read =
        read_values(file, id, picture.values, [&painter](double value) { painter.take(value); });
    if (!read.ok()) return read;
    picture.low = picture.all.least;
    picture.high = picture.all.largest;
    return {};
}

}  // namespace

int TickRoom::most(bool are_dates) const {
    constexpr std::int64_t fewest = 2;
    constexpr std::int64_t usual = 8;
    const std::int64_t label = is_upward ? 2 : are_dates ? 13 : 6;
    return static_cast<int>(std::clamp(characters / label, fewest, usual));
}

void PlotCell::add(double value) {
    ++present;
    sum += value;
    least = std::min(least, value);
    largest = std::max(largest, value);
}

Result<Drawing> picture_of(const Input& file, int id, const RoomFor& room_for) {
    const Variable& variable = file.schema().variable(id);
    const std::vector<std::int64_t> shape = file.schema().shape_of(variable);
    const Status drawable = check_drawable(variable, shape);
    if (!drawable.ok()) return drawable;
    const std::vector<std::size_t> drawn = drawn_dimensions(shape);
    Drawing picture;
    picture.is_map = drawn.size() == 2;
    picture.title = title_of(variable) + others_of(file.schema(), variable, shape, drawn.front());
    std::vector<AxisValues> axes;
    for (const std::size_t position : drawn) {
        Result<AxisValues> axis =
            AxisValues::read(file, variable.dimension_ids[position], shape[position]);
        if (!axis.ok()) return axis.status();
        axes.push_back(std::move(axis).value());
    }
    picture.across = form_of(axes.back());
    if (picture.is_map) {
        picture.upward = form_of(axes.front());
        picture.aspect = aspect_of(axes.back(), axes.front());
    }
    const DrawingRoom room = room_for(picture);
    Result<std::vector<Tick>> ticks = axes.back().ticks(file, room.across, picture.is_map);
    if (!ticks.ok()) return ticks.status();
    picture.across.ticks = std::move(ticks).value();
    if (picture.is_map) {
        ticks = axes.front().ticks(file, room.upward, true);
        if (!ticks.ok()) return ticks.status();
        picture.upward.ticks = std::move(ticks).value();
    }
    const Status painted = paint(file, id, room.cells, picture);
    if (!painted.ok()) return painted;
    return picture;
}

}  // namespace weft::tools

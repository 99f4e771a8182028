// SPDX-License-Identifier: BSD-3-Clause
// The frame around a drawing: title, marks of the axes, legend.
#include "tools/plot/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "tools/plot/ticks.hpp"

namespace weft::tools {
namespace {

/// The position of a tick among these characters: of cells, or of points.
std::int64_t place_among(std::int64_t count, double place, bool are_cells) {
    const double at = are_cells ? std::floor(place * static_cast<double>(count))
                                : std::round(place * static_cast<double>(count - 1));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(at), 0, count - 1);
}

/// The lower edge of a drawing, and labels below it; a label that would touch another is omitted.
struct Rule {
    std::string edge;
    std::string labels;
};
Rule rule_of(const Drawing& picture, std::int64_t columns) {
    std::vector<bool> marked(static_cast<std::size_t>(columns));
    Rule rule{.edge = {}, .labels = std::string(static_cast<std::size_t>(columns), ' ')};
    std::int64_t free = 0;
    for (const Tick& tick : picture.across.ticks) {
        const std::int64_t column = place_among(columns, tick.place, picture.is_map);
        const std::int64_t length = std::ssize(tick.text);
        if (length > columns) continue;
        const std::int64_t left =
            std::clamp<std::int64_t>(column - length / 2, 0, columns - length);
        marked[static_cast<std::size_t>(column)] = true;
        if (left < free) continue;
        rule.labels.replace(static_cast<std::size_t>(left), tick.text.size(), tick.text);
        free = left + length + 1;
    }
    while (rule.labels.ends_with(' ')) rule.labels.pop_back();
    for (const bool is_marked : marked) rule.edge += is_marked ? "┬" : "─";
    return rule;
}

void draw_lines(const std::vector<std::string>& lines, const std::vector<Tick>& ticks,
                bool are_cells, Output& out) {
    std::vector<std::string_view> marks(lines.size());
    for (const Tick& tick : ticks) {
        const std::int64_t line = place_among(std::ssize(lines), 1 - tick.place, are_cells);
        std::string_view& mark = marks[static_cast<std::size_t>(line)];
        if (mark.empty()) mark = tick.text;
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
        out.print("{:>{}} {}{}\n", marks[i], Canvas::label_columns, marks[i].empty() ? "│" : "┤",
                  lines[i]);
}

}  // namespace

std::string title_line(const Drawing& picture) {
    const std::int64_t missing = picture.values - picture.all.present;
    if (picture.all.present == 0)
        return fmt::format("{}: all {} values are missing", picture.title, picture.values);
    return fmt::format("{}: {} to {}, {} of {} missing", picture.title,
                       mark_text(picture.all.least), mark_text(picture.all.largest), missing,
                       picture.values);
}

std::vector<Tick> ticks_of_values(const Drawing& picture, TickRoom room) {
    const auto [low, high] = std::pair(picture.low, picture.high);
    if (low == high) return {{.place = 0.5, .text = mark_text(low)}};
    std::vector<double> values = round_numbers(low, high, room.most(false));
    if (values.size() < 2) values = {low, high};
    const std::vector<std::string> texts = tick_texts(values);
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < values.size(); ++i)
        ticks.push_back({.place = share_of(picture, values[i]), .text = texts[i]});
    return ticks;
}

Canvas Canvas::fitted(const Drawing& picture) const {
    if (picture.aspect == 0) return *this;
    constexpr std::int64_t fewest_lines = 3;
    constexpr std::int64_t fewest_columns = 10;
    const double ratio = 2 * picture.aspect;  // columns to lines
    const auto columns_of = [&](std::int64_t count) {
        const double wanted = static_cast<double>(count) * ratio;
        const auto room = static_cast<double>(drawing_columns());
        return std::max(fewest_columns, std::lround(std::min(wanted, room)));
    };
    const double wanted = static_cast<double>(drawing_columns()) / ratio;
    Canvas canvas = *this;
    canvas.lines = std::lround(std::min(wanted, static_cast<double>(lines)));
    canvas.lines = std::max(std::min(fewest_lines, lines), canvas.lines);
    canvas.columns = columns - drawing_columns() + columns_of(lines);
    return canvas;
}

DrawingRoom Canvas::room_for(const Drawing& form) const {
    const Canvas canvas = fitted(form);
    return {.cells = form.is_map ? cells_of_map(canvas) : cells_of_line(canvas),
            .across = {.characters = canvas.drawing_columns()},
            .upward = {.characters = canvas.lines, .is_upward = true}};
}

double share_of(const Drawing& picture, double value) {
    const auto [low, high] = std::pair(picture.low, picture.high);
    if (low == high) return 0.5;
    // Halves, because the difference of two large numbers may overflow.
    const double share = (value / 2 - low / 2) / (high / 2 - low / 2);
    return std::clamp(share, 0.0, 1.0);
}

void draw(const Drawing& picture, const Canvas& whole, Output& out) {
    out.print("{}\n", title_line(picture));
    if (picture.all.present == 0) return;
    const Canvas canvas = whole.fitted(picture);
    if (picture.is_map) {
        out.print("{}\n", picture.upward.title);
        draw_lines(map_text(picture, canvas), picture.upward.ticks, true, out);
    } else {
        const TickRoom room = canvas.room_for(picture).upward;
        draw_lines(line_text(picture, canvas), ticks_of_values(picture, room), false, out);
    }
    const Rule rule = rule_of(picture, canvas.drawing_columns());
    const std::string indent(static_cast<std::size_t>(Canvas::label_columns + 1), ' ');
    out.print("{}└{}\n", indent, rule.edge);
    out.print("{} {}\n", indent, rule.labels);
    out.print("{} {}\n", indent, picture.across.title);
    if (picture.is_map) out.print("{} {}\n", indent, map_legend(picture, canvas));
}

}  // namespace weft::tools

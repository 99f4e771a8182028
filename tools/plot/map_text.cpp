// SPDX-License-Identifier: BSD-3-Clause
// A map: half blocks in colours, two cells above each other in a character, or shades.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "tools/plot/colours.hpp"
#include "tools/plot/draw.hpp"
#include "tools/plot/ticks.hpp"

namespace weft::tools {
namespace {

constexpr std::array<std::string_view, 4> shades{"░", "▒", "▓", "█"};
constexpr std::string_view missing_mark = "·";
constexpr std::string_view no_colour = "\033[0m";
constexpr int legend_steps = 24;

std::string paint(const char* layer, const Colour& colour) {
    return fmt::format("\033[{};2;{};{};{}m", layer, colour.red, colour.green, colour.blue);
}

std::string_view shade_at(double share) {
    return shades[std::min(static_cast<std::size_t>(share * shades.size()), shades.size() - 1)];
}

/// The cell at a place of the drawing; `line` counts from the top.
const PlotCell& cell_at(const Drawing& picture, CellCounts places, std::int64_t line,
                        std::int64_t column) {
    const std::int64_t from_bottom = places.rows - 1 - line;
    return picture.at(from_bottom * picture.size.rows / places.rows,
                      column * picture.size.columns / places.columns);
}

std::string half_blocks(const Drawing& picture, const PlotCell& upper, const PlotCell& lower) {
    const bool has_upper = upper.present > 0;
    const bool has_lower = lower.present > 0;
    if (!has_upper && !has_lower) return std::string(missing_mark);
    const auto colour = [&](const PlotCell& cell) {
        return colour_at(share_of(picture, cell.mean()));
    };
    std::string text;
    if (has_upper) text += paint("38", colour(upper));
    if (has_lower) text += paint(has_upper ? "48" : "38", colour(lower));
    text += has_upper ? "▀" : "▄";
    text += no_colour;
    return text;
}

}  // namespace

CellCounts cells_of_map(const Canvas& canvas) {
    return {.columns = canvas.drawing_columns(),
            .rows = canvas.is_coloured ? 2 * canvas.lines : canvas.lines};
}

std::vector<std::string> map_text(const Drawing& picture, const Canvas& canvas) {
    const CellCounts places = cells_of_map(canvas);
    std::vector<std::string> lines(static_cast<std::size_t>(canvas.lines));
    for (std::int64_t line = 0; line < canvas.lines; ++line) {
        std::string& text = lines[static_cast<std::size_t>(line)];
        for (std::int64_t column = 0; column < places.columns; ++column) {
            if (canvas.is_coloured) {
                text += half_blocks(picture, cell_at(picture, places, 2 * line, column),
                                    cell_at(picture, places, 2 * line + 1, column));
                continue;
            }
            const PlotCell& cell = cell_at(picture, places, line, column);
            text += cell.present == 0 ? missing_mark : shade_at(share_of(picture, cell.mean()));
        }
    }
    return lines;
}

std::string map_legend(const Drawing& picture, const Canvas& canvas) {
    std::string scale;
    if (canvas.is_coloured) {
        for (int step = 0; step < legend_steps; ++step)
            scale += paint("38", colour_at(static_cast<double>(step) / (legend_steps - 1))) + "█";
        scale += no_colour;
    } else {
        for (const std::string_view shade : shades) scale += shade;
    }
    return fmt::format("{} {} {}   {} missing", mark_text(picture.low), scale,
                       mark_text(picture.high), missing_mark);
}

}  // namespace weft::tools

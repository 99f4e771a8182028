// SPDX-License-Identifier: BSD-3-Clause
// The frame around a drawing: title, marks of the axes, legend.
#include "tools/plot/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace weft::tools {
namespace {

/// Left, centred and right in a line.
std::string spread(const Marks& marks, std::int64_t columns) {
    const auto width = static_cast<std::size_t>(columns);
    std::string line(width, ' ');
    const auto place = [&](const std::string& mark, std::size_t at) {
        line.replace(at, mark.size(), mark);
    };
    place(marks[0], 0);
    const std::size_t middle = (width - marks[1].size()) / 2;
    const std::size_t right = width - marks[2].size();
    if (middle > marks[0].size() && middle + marks[1].size() < right) place(marks[1], middle);
    place(marks[2], right);
    return line;
}

void draw_lines(const std::vector<std::string>& lines, const Marks& marks, Output& out) {
    const std::size_t last = lines.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
        const std::string mark = i == 0          ? marks[2]
                                 : i == last     ? marks[0]
                                 : i == last / 2 ? marks[1]
                                                 : "";
        out.print("{:>{}} {}{}\n", mark, Canvas::label_columns, mark.empty() ? "│" : "┤", lines[i]);
    }
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

Marks marks_of(const PlotAxis& axis) {
    Marks texts = axis.marks;
    if (axis.length == 2) texts[1].clear();  // the middle is the end
    if (axis.grows_back) std::swap(texts[0], texts[2]);
    return texts;
}

Marks marks_of_values(const Drawing& picture) {
    const auto [low, high] = std::pair(picture.low, picture.high);
    if (low == high) return {"", mark_text(low), ""};
    return {mark_text(low), mark_text(std::midpoint(low, high)), mark_text(high)};
}

double share_of(const Drawing& picture, double value) {
    const auto [low, high] = std::pair(picture.low, picture.high);
    if (low == high) return 0.5;
    // Halves, since the difference of two large numbers may be none.
    const double share = (value / 2 - low / 2) / (high / 2 - low / 2);
    return std::clamp(share, 0.0, 1.0);
}

void draw(const Drawing& picture, const Canvas& canvas, Output& out) {
    out.print("{}\n", title_line(picture));
    if (picture.all.present == 0) return;
    const std::int64_t columns = canvas.drawing_columns();
    if (picture.is_map) {
        out.print("{}\n", picture.upward.title);
        draw_lines(map_text(picture, canvas), marks_of(picture.upward), out);
    } else {
        draw_lines(line_text(picture, canvas), marks_of_values(picture), out);
    }
    const std::string indent(static_cast<std::size_t>(Canvas::label_columns + 1), ' ');
    std::string rule;
    for (std::int64_t i = 0; i < columns; ++i) rule += "─";
    out.print("{}└{}\n", indent, rule);
    out.print("{} {}\n", indent, spread(marks_of(picture.across), columns));
    out.print("{} {}\n", indent, picture.across.title);
    if (picture.is_map) out.print("{} {}\n", indent, map_legend(picture, canvas));
}

}  // namespace weft::tools

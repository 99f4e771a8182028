// SPDX-License-Identifier: BSD-3-Clause
// Pictures as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/plot/picture.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// The available room.
struct Canvas {
    std::int64_t columns = 80;  // of the whole plot, with labels
    std::int64_t lines = 20;    // of the drawing
    bool is_coloured = false;

    [[nodiscard]] std::int64_t drawing_columns() const { return columns - label_columns - 2; }
    /// The part that a drawing uses: of a map of the globe so much that a degree has the same
    /// length in both directions; characters are twice as tall as wide.
    [[nodiscard]] Canvas fitted(const Drawing& picture) const;
    [[nodiscard]] DrawingRoom room_for(const Drawing& form) const;

    static constexpr std::int64_t label_columns = 10;
};

/// The cells that the canvas can show, of a line and of a map.
CellCounts cells_of_line(const Canvas& canvas);
CellCounts cells_of_map(const Canvas& canvas);

void draw(const Drawing& picture, const Canvas& canvas, Output& out);

/// The drawing alone, a text for each line of the canvas from top to bottom. There must be a value.
std::vector<std::string> line_text(const Drawing& picture, const Canvas& canvas);
std::vector<std::string> map_text(const Drawing& picture, const Canvas& canvas);
/// The meaning of a map's colours, or shades.
std::string map_legend(const Drawing& picture, const Canvas& canvas);

/// The title above a drawing.
std::string title_line(const Drawing& picture);
/// The marks of the vertical axis of a line.
std::vector<Tick> ticks_of_values(const Drawing& picture, TickRoom room);
/// The position of a value between the least and the largest, 0 to 1.
double share_of(const Drawing& picture, double value);

}  // namespace weft::tools

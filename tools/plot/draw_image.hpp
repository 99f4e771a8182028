// SPDX-License-Identifier: BSD-3-Clause
// Pictures of pixels.
#pragma once

#include "tools/plot/image.hpp"
#include "tools/plot/picture.hpp"

namespace weft::tools {

/// Where in an image of some size everything is. Labels grow with the image.
class Frame {
public:
    Frame(std::int64_t width, std::int64_t height);

    /// Cells that the drawing itself has room for: a pixel each.
    [[nodiscard]] CellCounts line_cells() const { return {.columns = drawing().width, .rows = 1}; }
    [[nodiscard]] CellCounts map_cells() const {
        return {.columns = drawing().width, .rows = drawing().height};
    }
    /// The drawing without its labels.
    [[nodiscard]] Box drawing() const;
    /// The scale of a map's colours.
    [[nodiscard]] Box legend() const;

    [[nodiscard]] std::int64_t width() const { return width_; }
    [[nodiscard]] std::int64_t height() const { return height_; }
    /// Pixels of a dot of a character, and of a line.
    [[nodiscard]] std::int64_t dot() const { return dot_; }

private:
    std::int64_t width_;
    std::int64_t height_;
    std::int64_t dot_;
};

Image image_of(const Drawing& picture, const Frame& frame);

}  // namespace weft::tools

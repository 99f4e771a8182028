// SPDX-License-Identifier: BSD-3-Clause
// Pictures of pixels.
#pragma once

#include "tools/plot/image.hpp"
#include "tools/plot/picture.hpp"

namespace weft::tools {

/// The layout of an image of some size. Labels grow with the image.
class Frame {
public:
    Frame(std::int64_t width, std::int64_t height);

    /// The frame for a map of the globe, in which a degree has the same length in both directions.
    /// Reduces the height unless `height_is_given`.
    [[nodiscard]] Frame fitted(const Drawing& picture, bool height_is_given) const;
    /// The room for a drawing in which each cell is a pixel.
    [[nodiscard]] DrawingRoom room_for(const Drawing& form) const;
    /// The drawing without its labels.
    [[nodiscard]] Box drawing() const;
    /// The scale of a map's colours.
    [[nodiscard]] Box legend() const;

    [[nodiscard]] std::int64_t width() const { return width_; }
    [[nodiscard]] std::int64_t height() const { return height_; }
    /// The number of pixels of a dot of a character, and of a line.
    [[nodiscard]] std::int64_t dot() const { return dot_; }

private:
    std::int64_t width_;
    std::int64_t height_;
    std::int64_t dot_;
    std::int64_t drawing_width_;
    std::int64_t drawing_height_;
};

Image image_of(const Drawing& picture, const Frame& frame);

}  // namespace weft::tools

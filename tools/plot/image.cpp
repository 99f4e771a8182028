// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/image.hpp"

#include <algorithm>

namespace weft::tools {

Image::Image(std::int64_t width, std::int64_t height, Colour background)
    : width_(width), height_(height), bytes_(static_cast<std::size_t>(3 * width * height)) {
    fill({.left = 0, .top = 0, .width = width, .height = height}, background);
}

void Image::fill(const Box& box, Colour colour) {
    for (std::int64_t y = std::max<std::int64_t>(box.top, 0); y < std::min(box.bottom(), height_);
         ++y) {
        for (std::int64_t x = std::max<std::int64_t>(box.left, 0);
             x < std::min(box.right(), width_); ++x) {
            std::uint8_t* const pixel = &bytes_[static_cast<std::size_t>(3 * (y * width_ + x))];
            pixel[0] = colour.red;
            pixel[1] = colour.green;
            pixel[2] = colour.blue;
        }
    }
}

}  // namespace weft::tools

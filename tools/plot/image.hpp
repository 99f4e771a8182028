// SPDX-License-Identifier: BSD-3-Clause
// A picture of pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/plot/colours.hpp"

namespace weft::tools {

/// A box in pixels from the left and the top. Pixels outside an image are not drawn.
struct Box {
    std::int64_t left = 0;
    std::int64_t top = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;

    [[nodiscard]] std::int64_t right() const { return left + width; }
    [[nodiscard]] std::int64_t bottom() const { return top + height; }
};

class Image {
public:
    Image(std::int64_t width, std::int64_t height, Colour background);

    [[nodiscard]] std::int64_t width() const { return width_; }
    [[nodiscard]] std::int64_t height() const { return height_; }
    /// The bytes of the pixels, row by row from the top, each from the left: red, green and blue.
    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

    void fill(const Box& box, Colour colour);

private:
    std::int64_t width_;
    std::int64_t height_;
    std::vector<std::uint8_t> bytes_;
};

/// The image as a PNG file. Code::enotenabled if this build cannot make it.
Result<std::string> png_of(const Image& image);

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
// Characters of 5 by 8 dots, for the labels of pictures.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace weft::tools {

class Glyph {
public:
    static constexpr int columns = 5;
    static constexpr int rows = 8;

    /// `shape`: rows of '.' and '#', with a space between them.
    explicit constexpr Glyph(std::string_view shape) : shape_(shape) {}

    [[nodiscard]] constexpr bool has_dot(int row, int column) const {
        return shape_[static_cast<std::size_t>(row * (columns + 1) + column)] == '#';
    }

private:
    std::string_view shape_;
};

/// One glyph for each character of UTF-8; a box for characters that this font lacks.
std::vector<Glyph> glyphs_of(std::string_view text);

}  // namespace weft::tools

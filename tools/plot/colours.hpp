// SPDX-License-Identifier: BSD-3-Clause
// The colours of maps.
#pragma once

#include <cstdint>

namespace weft::tools {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

/// The colour for a share from 0 to 1: dark blue over green to yellow. Brightness rises throughout,
/// so a map can be read without seeing colours.
Colour colour_at(double share);

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace weft::tools {

Colour colour_at(double share) {
    constexpr std::array<std::array<double, 3>, 5> stops{
        {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
    const double place = share * (stops.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double part = place - static_cast<double>(below);
    const auto mix = [&](std::size_t i) {
        return static_cast<std::uint8_t>(
            std::lround(std::lerp(stops[below][i], stops[below + 1][i], part)));
    };
    return {.red = mix(0), .green = mix(1), .blue = mix(2)};
}

}  // namespace weft::tools

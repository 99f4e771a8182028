// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/spans.hpp"

#include <algorithm>
#include <cmath>

#include "tools/plot/draw.hpp"

namespace weft::tools {

Spans spans_of(const Drawing& picture, std::int64_t columns) {
    Spans spans(static_cast<std::size_t>(columns));
    const std::int64_t steps = std::max<std::int64_t>(picture.size.columns - 1, 1);
    const auto place = [&](std::int64_t cell) { return cell * (columns - 1) / steps; };
    for (std::int64_t i = 0; i < picture.size.columns; ++i) {
        const PlotCell& cell = picture.at(0, i);
        if (cell.present == 0) continue;
        spans[static_cast<std::size_t>(place(i))] = Span{.low = cell.least, .high = cell.largest};
        if (i == 0 || picture.at(0, i - 1).present == 0) continue;
        const double before = picture.at(0, i - 1).mean();
        const std::int64_t from = place(i - 1);
        for (std::int64_t at = from + 1; at < place(i); ++at) {
            const double part =
                static_cast<double>(at - from) / static_cast<double>(place(i) - from);
            const double value = std::lerp(before, cell.mean(), part);
            spans[static_cast<std::size_t>(at)] = Span{.low = value, .high = value};
        }
    }
    return spans;
}

std::optional<DotRange> dots_of(const Drawing& picture, const Spans& spans, std::size_t column,
                                std::int64_t height) {
    if (!spans[column]) return std::nullopt;
    const auto down = [&](double value) {
        const double share = share_of(picture, value);
        return static_cast<std::int64_t>(
            std::lround((1 - share) * static_cast<double>(height - 1)));
    };
    DotRange dots{.top = down(spans[column]->high), .bottom = down(spans[column]->low)};
    if (column > 0 && spans[column - 1]) {
        dots.top = std::min(dots.top, down(spans[column - 1]->low));
        dots.bottom = std::max(dots.bottom, down(spans[column - 1]->high));
    }
    return dots;
}

}  // namespace weft::tools

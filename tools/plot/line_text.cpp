// SPDX-License-Identifier: BSD-3-Clause
// A line of Braille characters, each of which has 2 by 4 dots. Where several values share a column
// of dots, it reaches from the least to the largest of them.
#include <algorithm>
#include <cmath>
#include <optional>

#include "tools/plot/draw.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t dots_across = 2;
constexpr std::int64_t dots_down = 4;

/// What a column of dots shows.
struct Span {
    double low = 0;
    double high = 0;
};
using Spans = std::vector<std::optional<Span>>;

/// Straight lines join the cells where there are fewer than columns.
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

class Dots {
public:
    Dots(std::int64_t columns, std::int64_t lines)
        : columns_(columns), lines_(lines), bits_(static_cast<std::size_t>(columns * lines)) {}

    /// `down` counts from the top.
    void set(std::int64_t across, std::int64_t down) {
        constexpr unsigned char bit_of[dots_down][dots_across] = {
            {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
        bits_[static_cast<std::size_t>(down / dots_down * columns_ + across / dots_across)] |=
            bit_of[down % dots_down][across % dots_across];
    }

    [[nodiscard]] std::vector<std::string> text() const {
        std::vector<std::string> lines(static_cast<std::size_t>(lines_));
        for (std::size_t i = 0; i < bits_.size(); ++i) {
            // U+2800 and the eight bits, in UTF-8.
            std::string& line = lines[i / static_cast<std::size_t>(columns_)];
            line += '\xe2';
            line += static_cast<char>(0xa0 | (bits_[i] >> 6));
            line += static_cast<char>(0x80 | (bits_[i] & 0x3f));
        }
        return lines;
    }

private:
    std::int64_t columns_;
    std::int64_t lines_;
    std::vector<unsigned char> bits_;
};

}  // namespace

CellCounts cells_of_line(const Canvas& canvas) {
    return {.columns = dots_across * canvas.drawing_columns(), .rows = 1};
}

std::vector<std::string> line_text(const Drawing& picture, const Canvas& canvas) {
    const std::int64_t height = dots_down * canvas.lines;
    Dots dots(canvas.drawing_columns(), canvas.lines);
    const auto down = [&](double value) {
        const double share = share_of(picture, value);
        return static_cast<std::int64_t>(
            std::lround((1 - share) * static_cast<double>(height - 1)));
    };
    const Spans spans = spans_of(picture, dots_across * canvas.drawing_columns());
    for (std::size_t at = 0; at < spans.size(); ++at) {
        if (!spans[at]) continue;
        std::int64_t top = down(spans[at]->high);
        std::int64_t bottom = down(spans[at]->low);
        if (at > 0 && spans[at - 1]) {  // no gap between this column and the one before
            top = std::min(top, down(spans[at - 1]->low));
            bottom = std::max(bottom, down(spans[at - 1]->high));
        }
        for (std::int64_t dot = top; dot <= bottom; ++dot)
            dots.set(static_cast<std::int64_t>(at), dot);
    }
    return dots.text();
}

}  // namespace weft::tools

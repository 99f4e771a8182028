// SPDX-License-Identifier: BSD-3-Clause
// A line of Braille characters, each of which has 2 by 4 dots. If several values share a column of
// dots, it reaches from the least to the largest of them.
#include "tools/plot/draw.hpp"
#include "tools/plot/spans.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t dots_across = 2;
constexpr std::int64_t dots_down = 4;

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
    Dots dots(canvas.drawing_columns(), canvas.lines);
    const Spans spans = spans_of(picture, dots_across * canvas.drawing_columns());
    for (std::size_t at = 0; at < spans.size(); ++at) {
        const auto range = dots_of(picture, spans, at, dots_down * canvas.lines);
        for (std::int64_t dot = range ? range->top : 0; range && dot <= range->bottom; ++dot)
            dots.set(static_cast<std::int64_t>(at), dot);
    }
    return dots.text();
}

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/draw_image.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "tools/plot/draw.hpp"
#include "tools/plot/font.hpp"
#include "tools/plot/spans.hpp"

namespace weft::tools {
namespace {

constexpr Colour paper{255, 255, 255};
constexpr Colour ink{32, 32, 32};
constexpr Colour line_colour{33, 102, 172};
constexpr Colour missing_colour{208, 208, 208};

// In dots of characters.
constexpr std::int64_t letter = Glyph::columns + 1;
constexpr std::int64_t text_line = Glyph::rows + 3;
constexpr std::int64_t label_room = 11 * letter;  // of a number as mark_text makes it
constexpr std::int64_t edge = 4;
constexpr std::int64_t legend_width = 8;

/// An image, and how large its characters are.
class Pen {
public:
    Pen(Image& image, std::int64_t dot) : image_(image), dot_(dot) {}

    void text(std::int64_t left, std::int64_t top, std::string_view words) {
        for (const Glyph& glyph : glyphs_of(words)) {
            for (int row = 0; row < Glyph::rows; ++row) {
                for (int column = 0; column < Glyph::columns; ++column) {
                    if (!glyph.has_dot(row, column)) continue;
                    image_.fill({left + column * dot_, top + row * dot_, dot_, dot_}, ink);
                }
            }
            left += letter * dot_;
        }
    }
    [[nodiscard]] std::int64_t width_of(std::string_view words) const {
        return std::ssize(glyphs_of(words)) * letter * dot_;
    }
    /// A line around a box.
    void outline(const Box& box) {
        image_.fill({box.left - dot_, box.top - dot_, box.width + 2 * dot_, dot_}, ink);
        image_.fill({box.left - dot_, box.bottom(), box.width + 2 * dot_, dot_}, ink);
        image_.fill({box.left - dot_, box.top, dot_, box.height}, ink);
        image_.fill({box.right(), box.top, dot_, box.height}, ink);
    }
    void fill(const Box& box, Colour colour) { image_.fill(box, colour); }
    [[nodiscard]] std::int64_t dot() const { return dot_; }

private:
    Image& image_;
    std::int64_t dot_;
};

Colour colour_of(const Drawing& picture, const PlotCell& cell) {
    return cell.present == 0 ? missing_colour : colour_at(share_of(picture, cell.mean()));
}

void draw_map(const Drawing& picture, const Box& box, Pen& pen) {
    for (std::int64_t y = 0; y < box.height; ++y) {
        const std::int64_t row = (box.height - 1 - y) * picture.size.rows / box.height;
        for (std::int64_t x = 0; x < box.width; ++x) {
            const PlotCell& cell = picture.at(row, x * picture.size.columns / box.width);
            pen.fill({box.left + x, box.top + y, 1, 1}, colour_of(picture, cell));
        }
    }
}

void draw_line(const Drawing& picture, const Box& box, Pen& pen) {
    const std::int64_t room = box.height - pen.dot();  // the line is a dot wide
    const Spans spans = spans_of(picture, box.width);
    for (std::size_t x = 0; x < spans.size(); ++x) {
        const auto dots = dots_of(picture, spans, x, room);
        if (!dots) continue;
        const std::int64_t left = box.left + static_cast<std::int64_t>(x);
        const std::int64_t length = dots->bottom - dots->top + pen.dot();
        pen.fill({left, box.top + dots->top, 1, length}, line_colour);
    }
}

/// Left, centred and right below the drawing.
void mark_across(const Marks& marks, const Box& box, Pen& pen) {
    const std::int64_t top = box.bottom() + edge * pen.dot();
    const std::int64_t first_end = box.left + pen.width_of(marks[0]);
    const std::int64_t last = box.right() - pen.width_of(marks[2]);
    const std::int64_t middle = box.left + (box.width - pen.width_of(marks[1])) / 2;
    pen.text(box.left, top, marks[0]);
    if (middle > first_end && middle + pen.width_of(marks[1]) < last)
        pen.text(middle, top, marks[1]);
    pen.text(last, top, marks[2]);
}

/// From the bottom to the top, at the left of the drawing.
void mark_upward(const Marks& marks, const Box& box, Pen& pen) {
    const std::int64_t high = Glyph::rows * pen.dot();
    const std::array<std::int64_t, 3> tops{box.bottom() - high, box.top + (box.height - high) / 2,
                                           box.top};
    for (std::size_t i = 0; i < tops.size(); ++i) {
        const std::int64_t right = box.left - edge * pen.dot();
        pen.text(right - pen.width_of(marks[i]), tops[i], marks[i]);
    }
}

void draw_legend(const Drawing& picture, const Box& box, Pen& pen) {
    for (std::int64_t y = 0; y < box.height; ++y) {
        const double share = 1 - static_cast<double>(y) / static_cast<double>(box.height - 1);
        pen.fill({box.left, box.top + y, box.width, 1}, colour_at(share));
    }
    pen.outline(box);
    const std::int64_t left = box.right() + edge * pen.dot();
    pen.text(left, box.top, mark_text(picture.high));
    pen.text(left, box.bottom() - Glyph::rows * pen.dot(), mark_text(picture.low));
}

}  // namespace

Frame::Frame(std::int64_t width, std::int64_t height)
    : width_(width),
      height_(height),
      dot_(std::max<std::int64_t>(std::min(width / 400, height / 250), 1)) {}

Box Frame::drawing() const {
    const std::int64_t left = (label_room + edge) * dot_;
    const std::int64_t top = (2 * text_line + edge) * dot_;
    const std::int64_t right = (legend_width + label_room + 4 * edge) * dot_;
    const std::int64_t bottom = (2 * text_line + 2 * edge) * dot_;
    return {
        .left = left, .top = top, .width = width_ - left - right, .height = height_ - top - bottom};
}

Box Frame::legend() const {
    const Box box = drawing();
    return {.left = box.right() + 2 * edge * dot_,
            .top = box.top,
            .width = legend_width * dot_,
            .height = box.height};
}

Image image_of(const Drawing& picture, const Frame& frame) {
    Image image(frame.width(), frame.height(), paper);
    Pen pen(image, frame.dot());
    const Box box = frame.drawing();
    const std::int64_t margin = edge * frame.dot();
    pen.text(margin, margin, title_line(picture));
    pen.outline(box);
    const bool has_values = picture.all.present > 0;
    if (picture.is_map) {
        pen.text(margin, margin + text_line * frame.dot(), picture.upward.title);
        draw_map(picture, box, pen);
        mark_upward(marks_of(picture.upward), box, pen);
        if (has_values) draw_legend(picture, frame.legend(), pen);
    } else if (has_values) {
        draw_line(picture, box, pen);
        mark_upward(marks_of_values(picture), box, pen);
    }
    mark_across(marks_of(picture.across), box, pen);
    pen.text(box.left, box.bottom() + (edge + text_line) * frame.dot(), picture.across.title);
    return image;
}

}  // namespace weft::tools

// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/draw_image.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "tools/plot/draw.hpp"
#include "tools/plot/font.hpp"
#include "tools/plot/spans.hpp"
#include "tools/plot/ticks.hpp"

namespace weft::tools {
namespace {

constexpr Colour paper{255, 255, 255};
constexpr Colour ink{32, 32, 32};
constexpr Colour line_colour{33, 102, 172};
constexpr Colour missing_colour{208, 208, 208};

// Lengths in dots of characters.
constexpr std::int64_t letter = Glyph::columns + 1;
constexpr std::int64_t text_line = Glyph::rows + 3;
constexpr std::int64_t label_room = 11 * letter;  // of a number by mark_text
constexpr std::int64_t edge = 4;
constexpr std::int64_t legend_width = 8;

/// An image, and the size of its characters.
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

/// The pixel of a tick among this many.
std::int64_t pixel_of(const Tick& tick, std::int64_t pixels) {
    return std::lround(tick.place * static_cast<double>(pixels - 1));
}

/// Draws the labels below the drawing; a label that would touch another is omitted.
void mark_across(const std::vector<Tick>& ticks, const Box& box, Pen& pen) {
    const std::int64_t dot = pen.dot();
    std::int64_t free = 0;
    for (const Tick& tick : ticks) {
        const std::int64_t at = box.left + pixel_of(tick, box.width);
        pen.fill({at - dot / 2, box.bottom() + dot, dot, 2 * dot}, ink);
        const std::int64_t width = pen.width_of(tick.text);
        const std::int64_t left = std::max<std::int64_t>(at - width / 2, 0);
        if (left < free) continue;
        pen.text(left, box.bottom() + edge * dot, tick.text);
        free = left + width + letter * dot;
    }
}

/// Draws the labels at the left of the drawing.
void mark_upward(const std::vector<Tick>& ticks, const Box& box, Pen& pen) {
    const std::int64_t dot = pen.dot();
    for (const Tick& tick : ticks) {
        const std::int64_t at = box.bottom() - 1 - pixel_of(tick, box.height);
        pen.fill({box.left - 3 * dot, at - dot / 2, 2 * dot, dot}, ink);
        const std::int64_t right = box.left - edge * dot;
        // The last row of dots is for descenders.
        pen.text(right - pen.width_of(tick.text), at - (Glyph::rows - 1) * dot / 2, tick.text);
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
      dot_(std::max<std::int64_t>(std::min(width / 400, height / 250), 1)),
      drawing_width_(width - (label_room + legend_width + label_room + 5 * edge) * dot_),
      drawing_height_(height - (4 * text_line + 3 * edge) * dot_) {}

Frame Frame::fitted(const Drawing& picture, bool height_is_given) const {
    if (picture.aspect == 0) return *this;
    const std::int64_t least = 4 * text_line * dot_;
    const auto side = [&](double wanted, std::int64_t room) {
        const double pixels = std::min(wanted, static_cast<double>(room));
        return std::max(std::min(least, room), std::lround(pixels));
    };
    Frame frame = *this;
    frame.drawing_width_ =
        side(static_cast<double>(drawing_height_) * picture.aspect, drawing_width_);
    frame.drawing_height_ =
        side(static_cast<double>(drawing_width_) / picture.aspect, drawing_height_);
    if (!height_is_given) frame.height_ -= drawing_height_ - frame.drawing_height_;
    return frame;
}

DrawingRoom Frame::room_for(const Drawing& form) const {
    return {.cells = {.columns = drawing_width_, .rows = form.is_map ? drawing_height_ : 1},
            .across = {.characters = drawing_width_ / (letter * dot_)},
            .upward = {.characters = drawing_height_ / (text_line * dot_), .is_upward = true}};
}

Box Frame::drawing() const {
    return {.left = (label_room + edge) * dot_,
            .top = (2 * text_line + edge) * dot_,
            .width = drawing_width_,
            .height = drawing_height_};
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
        mark_upward(picture.upward.ticks, box, pen);
        if (has_values) draw_legend(picture, frame.legend(), pen);
    } else if (has_values) {
        draw_line(picture, box, pen);
        mark_upward(ticks_of_values(picture, frame.room_for(picture).upward), box, pen);
    }
    mark_across(picture.across.ticks, box, pen);
    pen.text(box.left, box.bottom() + (edge + text_line) * frame.dot(), picture.across.title);
    return image;
}

}  // namespace weft::tools

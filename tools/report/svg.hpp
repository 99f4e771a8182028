// SPDX-License-Identifier: BSD-3-Clause
// Pieces of SVG and HTML as text.
#pragma once

#include <string>
#include <string_view>

namespace weft::tools {

/// The place of a chart's plot, in units of the picture.
namespace plot {
inline constexpr double left = 78;
inline constexpr double width = 880;
inline constexpr double right = 12;
inline constexpr double top = 8;
inline constexpr double below = 40;
}  // namespace plot

/// The text with escapes for the characters that have a meaning in HTML.
std::string html_text(std::string_view text);

/// Adds a rectangle to the data of a path; h may be negative.
struct Rectangle {
    double x = 0;
    double y = 0;
    double w = 0;
    double h = 0;
};
void add_rectangle(std::string& path, const Rectangle& rectangle);

/// A path with a title that shows under the pointer; nothing without places.
struct PathWords {
    std::string style;  // its class
    std::string title;
};
std::string svg_path(const std::string& places, const PathWords& words);

struct Point {
    double x = 0;
    double y = 0;
};
std::string svg_text(Point at, const char* anchor, std::string_view text);
std::string svg_line(Point from, Point to);

/// A whole picture. The title and the description are for people who cannot see it.
struct Picture {
    const char* id;
    double height = 0;  // of the plot
    std::string title;
    std::string description;
    std::string content;
};
std::string svg_picture(const Picture& picture);

}  // namespace weft::tools

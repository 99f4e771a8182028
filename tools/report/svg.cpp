// SPDX-License-Identifier: BSD-3-Clause
#include "tools/report/svg.hpp"

#include <fmt/format.h>

#include <iterator>

namespace weft::tools {

std::string html_text(std::string_view text) {
    std::string html;
    for (const char character : text) {
        switch (character) {
            case '&':
                html += "&amp;";
                break;
            case '<':
                html += "&lt;";
                break;
            case '>':
                html += "&gt;";
                break;
            case '"':
                html += "&quot;";
                break;
            default:
                // Other control characters are not allowed in a document.
                html += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
        }
    }
    return html;
}

void add_rectangle(std::string& path, const Rectangle& rectangle) {
    const auto [x, y, w, h] = rectangle;
    fmt::format_to(std::back_inserter(path), "M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", x, y, w, h,
                   -w);
}

std::string svg_path(const std::string& places, const PathWords& words) {
    if (places.empty()) return {};
    return fmt::format("<path class=\"{}\" d=\"{}\"><title>{}</title></path>\n", words.style,
                       places, html_text(words.title));
}

std::string svg_text(Point at, const char* anchor, std::string_view text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at.x, at.y,
                       anchor, html_text(text));
}

std::string svg_line(Point from, Point to) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" />\n", from.x,
                       from.y, to.x, to.y);
}

std::string svg_picture(const Picture& picture) {
    return fmt::format(
        "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-labelledby=\"{}-title {}-desc\">\n"
        "<title id=\"{}-title\">{}</title>\n<desc id=\"{}-desc\">{}</desc>\n{}</svg>\n",
        plot::left + plot::width + plot::right, plot::top + picture.height + plot::below,
        picture.id, picture.id, picture.id, html_text(picture.title), picture.id,
        html_text(picture.description), picture.content);
}

}  // namespace weft::tools

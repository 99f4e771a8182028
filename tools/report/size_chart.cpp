// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "report/units.hpp"
#include "tools/report/chart.hpp"
#include "tools/report/svg.hpp"

namespace weft::tools {

using namespace report;

namespace {

constexpr double height = 180;
constexpr double room_for_counts = 16;
constexpr double floor_y = plot::top + room_for_counts + height;

/// Two bars for each size that occurs.
struct Scale {
    std::vector<std::int64_t> begins;
    std::int64_t most = 1;
    double pitch = 0;

    [[nodiscard]] double x_of(std::int64_t begin) const {
        const auto place = std::ranges::find(begins, begin) - begins.begin();
        return plot::left + static_cast<double>(place) * pitch;
    }
};

Scale scale_of(const Numbers& numbers) {
    Scale scale;
    for (const Histogram* sizes : {&numbers.write_sizes, &numbers.read_sizes}) {
        for (const SizeClass& one : sizes->classes()) {
            scale.begins.push_back(one.begin);
            scale.most = std::max(scale.most, one.count);
        }
    }
    std::ranges::sort(scale.begins);
    scale.begins.erase(std::unique(scale.begins.begin(), scale.begins.end()), scale.begins.end());
    constexpr double widest = 110;
    const auto count = static_cast<double>(std::max<std::size_t>(scale.begins.size(), 1));
    scale.pitch = std::min(plot::width / count, widest);
    return scale;
}

struct Bars {
    const char* style;
    const char* verb;
    double shift;  // in parts of the pitch
};

std::string bars(const Histogram& sizes, const Bars& look, const Scale& scale) {
    constexpr double thickness = 0.4;
    std::string content;
    for (const SizeClass& one : sizes.classes()) {
        const double x = scale.x_of(one.begin) + look.shift * scale.pitch;
        const double h = height * static_cast<double>(one.count) / static_cast<double>(scale.most);
        std::string bar;
        add_rectangle(bar, {x, floor_y, thickness * scale.pitch, -h});
        content += svg_path(bar, {look.style, fmt::format("{} {}", one.count, look.verb)});
        content += svg_text({x + thickness / 2 * scale.pitch, floor_y - h - 4}, "middle",
                            std::to_string(one.count));
    }
    return content;
}

}  // namespace

std::string size_chart(const FileReport& report) {
    const Scale scale = scale_of(report.totals);
    std::string content = svg_line({plot::left, floor_y}, {plot::left + plot::width, floor_y}) +
                          bars(report.totals.write_sizes, {"written", "writes", 0.1}, scale) +
                          bars(report.totals.read_sizes, {"read", "reads", 0.5}, scale);
    for (const std::int64_t begin : scale.begins) {
        content += svg_text({scale.x_of(begin) + scale.pitch / 2, floor_y + 18}, "middle",
                            bytes_words(begin));
    }
    return svg_picture({.id = "sizes",
                        .height = height + room_for_counts,
                        .title = "Sizes of system calls",
                        .description =
                            "Bars for the numbers of writes and reads by size. A size stands for "
                            "what is at least that large and less than twice as large. The table "
                            "below has the same numbers.",
                        .content = content});
}

}  // namespace weft::tools

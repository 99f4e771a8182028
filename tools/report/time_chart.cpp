// SPDX-License-Identifier: BSD-3-Clause
// The charts whose horizontal axis is time.
#include <fmt/format.h>

#include <algorithm>

#include "report/units.hpp"
#include "tools/report/chart.hpp"
#include "tools/report/svg.hpp"

namespace weft::tools {

using namespace report;

namespace {

/// Converts seconds to the picture. Ends after the last slice with any activity.
class TimeScale {
public:
    explicit TimeScale(const FileReport& report) : slice_seconds_(report.slice_seconds) {
        for (const RankTimeline& rank : report.timeline) {
            for (const TimeSlice& slice : rank.slices)
                slices_ = std::max(slices_, static_cast<double>(slice.number + 1));
        }
    }
    [[nodiscard]] double seconds() const { return slices_ * slice_seconds_; }
    [[nodiscard]] double slice_width() const { return plot::width / slices_; }
    [[nodiscard]] double x_of(const TimeSlice& slice) const {
        return plot::left + static_cast<double>(slice.number) * slice_width();
    }
    /// The share of a slice.
    [[nodiscard]] double share(double seconds) const {
        return slice_seconds_ > 0 ? std::clamp(seconds / slice_seconds_, 0.0, 1.0) : 0.0;
    }
    [[nodiscard]] std::string axis(double y) const {
        constexpr int ticks = 5;
        std::string text = svg_line({plot::left, y}, {plot::left + plot::width, y});
        for (int i = 0; i <= ticks; ++i) {
            const double part = static_cast<double>(i) / ticks;
            const double x = plot::left + part * plot::width;
            text += svg_line({x, y}, {x, y + 4});
            text += svg_text({x, y + 18}, i == ticks ? "end" : "middle",
                             i == 0 ? "0" : seconds_words(part * seconds()));
        }
        text += svg_text({plot::left + plot::width / 2, y + 34}, "middle", "time since opening");
        return text;
    }

private:
    double slice_seconds_;
    double slices_ = 1;
};

struct Row {
    double y = 0;
    double height = 0;
};

/// Draws one phase of a rank: in each slice a part of the row's height, above the phases before.
std::string phase_places(const RankTimeline& rank, std::size_t phase, const Row& row,
                         const TimeScale& time) {
    constexpr double invisible = 0.002;
    std::string places;
    for (const TimeSlice& slice : rank.slices) {
        double before = 0;
        for (std::size_t i = 0; i < phase; ++i) before += slice.seconds[i];
        const double from = time.share(before);
        const double to = time.share(before + slice.seconds[phase]);
        if (to - from < invisible) continue;
        add_rectangle(places, {time.x_of(slice), row.y + row.height * (1 - from),
                               time.slice_width(), -row.height * (to - from)});
    }
    return places;
}

std::string rank_row(const RankTimeline& rank, const Row& row, const TimeScale& time) {
    std::string content;
    for (std::size_t phase = 0; phase < phase_names.size(); ++phase) {
        content += svg_path(phase_places(rank, phase, row, time),
                            {fmt::format("phase-{}", phase_names[phase]),
                             fmt::format("rank {}: {}", rank.rank, phase_names[phase])});
    }
    content += svg_text({plot::left - 8, row.y + row.height / 2 + 4}, "end",
                        fmt::format("rank {}", rank.rank));
    return content;
}

/// Converts file offsets to the picture, with the beginning of the file on top.
class OffsetScale {
public:
    static constexpr double height = 300;

    explicit OffsetScale(const FileReport& report) {
        for (const RankTimeline& rank : report.timeline) {
            for (const TimeSlice& slice : rank.slices) {
                include(slice.written);
                include(slice.read);
            }
        }
        if (end_ <= begin_) begin_ = 0, end_ = 1;
    }
    [[nodiscard]] double begin() const { return begin_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] double y_of(std::int64_t offset) const {
        return plot::top + height * (static_cast<double>(offset) - begin_) / (end_ - begin_);
    }
    [[nodiscard]] std::string axis() const {
        constexpr int ticks = 4;
        std::string text = svg_line({plot::left, plot::top}, {plot::left, plot::top + height});
        for (int i = 0; i <= ticks; ++i) {
            const double part = static_cast<double>(i) / ticks;
            const double y = plot::top + part * height;
            text += svg_line({plot::left - 4, y}, {plot::left, y});
            text += svg_text({plot::left - 8, y + 4}, "end",
                             bytes_words(begin_ + part * (end_ - begin_)));
        }
        return text;
    }

private:
    void include(const Touched& touched) {
        if (touched.bytes <= 0) return;
        begin_ = std::min(begin_, static_cast<double>(touched.begin));
        end_ = std::max(end_, static_cast<double>(touched.end));
    }

    double begin_ = 9e18;
    double end_ = 0;
};

std::string touched_places(const RankTimeline& rank, Touched report::Slice::*which,
                           const OffsetScale& offsets, const TimeScale& time) {
    constexpr double thinnest = 1;
    std::string places;
    for (const TimeSlice& slice : rank.slices) {
        const Touched& touched = slice.*which;
        if (touched.bytes <= 0) continue;
        const double y = offsets.y_of(touched.begin);
        add_rectangle(places, {time.x_of(slice), y, time.slice_width(),
                               std::max(offsets.y_of(touched.end) - y, thinnest)});
    }
    return places;
}

}  // namespace

std::string rank_chart(const FileReport& report) {
    const TimeScale time(report);
    const auto rows = static_cast<double>(std::max<std::size_t>(report.timeline.size(), 1));
    const double pitch = std::clamp(360 / rows, 12.0, 32.0);
    constexpr double gap = 2;
    std::string content;
    double y = plot::top;
    for (const RankTimeline& rank : report.timeline) {
        content += rank_row(rank, {y, pitch - gap}, time);
        y += pitch;
    }
    content += time.axis(y);
    return svg_picture(
        {.id = "ranks",
         .height = y - plot::top,
         .title = "What each rank did over time",
         .description = fmt::format(
             "A row for each of {}, time from left to right over {}. The height of a colour is its "
             "share of the time; where there is none, the rank was not in a call. The table of "
             "ranks has the sums.",
             count_words(std::ssize(report.timeline), "rank"), seconds_words(time.seconds())),
         .content = content});
}

std::string offset_chart(const FileReport& report) {
    const TimeScale time(report);
    const OffsetScale offsets(report);
    std::string content;
    for (const RankTimeline& rank : report.timeline) {
        content += svg_path(touched_places(rank, &report::Slice::written, offsets, time),
                            {"written", fmt::format("rank {}: written", rank.rank)});
        content += svg_path(touched_places(rank, &report::Slice::read, offsets, time),
                            {"read", fmt::format("rank {}: read", rank.rank)});
    }
    content += offsets.axis() + time.axis(plot::top + OffsetScale::height);
    return svg_picture(
        {.id = "offsets",
         .height = OffsetScale::height,
         .title = "Where in the file data moved over time",
         .description = fmt::format(
             "Time from left to right, the place in the file from top to bottom, from {} to {}. A "
             "bar reaches from the first to the last byte that a rank touched in that time.",
             bytes_words(offsets.begin()), bytes_words(offsets.end())),
         .content = content});
}

}  // namespace weft::tools

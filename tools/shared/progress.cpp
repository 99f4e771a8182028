// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "tools/shared/command_form.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {
namespace {

constexpr double first_bar_seconds = 0.25;
constexpr double bar_pause_seconds = 0.1;
constexpr double json_pause_seconds = 1;
/// The number of bytes between two readings of the clock.
constexpr std::int64_t look_bytes = std::int64_t{8} << 20;
constexpr int least_columns = 40;
constexpr int widest_bar = 60;

void put(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

std::string bytes_text(double bytes) {
    constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
    return fmt::format("{:.{}f} {}", bytes, unit > 0 && bytes < 9.95 ? 1 : 0, units[unit]);
}

void add_progress_option(CommandForm& form, ProgressMode& mode) {
    static const std::map<std::string, ProgressMode> names{{"auto", ProgressMode::automatic},
                                                           {"plain", ProgressMode::plain},
                                                           {"json", ProgressMode::json},
                                                           {"none", ProgressMode::none}};
    form.each("--progress", [&mode](const std::string& name) { mode = names.at(name); })
        ->check(CLI::IsMember({"auto", "plain", "json", "none"}));
}

Progress::Progress(ProgressMode mode, std::string_view verb, std::int64_t total, int team_size)
    : form_(total > 0 ? form_of(mode) : Form::none),
      verb_(verb),
      total_(total),
      team_size_(team_size),
      next_look_(std::min(look_bytes, total / 10)) {}

Progress::~Progress() {
    if (bar_is_visible_) put("\r\033[K");
}

Progress::Form Progress::form_of(ProgressMode mode) {
    switch (mode) {
        case ProgressMode::automatic:
            return ::isatty(STDERR_FILENO) == 1 ? Form::bar : Form::none;
        case ProgressMode::plain:
            return Form::plain;
        case ProgressMode::json:
            return Form::json;
        case ProgressMode::none:
            break;
    }
    return Form::none;
}

void Progress::look() {
    next_look_ = done_ + std::min(look_bytes, std::max<std::int64_t>(total_ / 10, 1));
    const Clock::time_point now = Clock::now();
    const double elapsed = std::chrono::duration<double>(now - begun_).count();
    const double pause = std::chrono::duration<double>(now - shown_).count();
    const int tenths =
        static_cast<int>(10.0 * static_cast<double>(done_) / static_cast<double>(total_));
    const bool is_due =
        form_ == Form::bar
            ? elapsed >= first_bar_seconds && (!bar_is_visible_ || pause >= bar_pause_seconds)
            : tenths > shown_tenths_ || (form_ == Form::json && pause >= json_pause_seconds);
    if (!is_due) return;
    shown_ = now;
    shown_tenths_ = tenths;
    show(std::max(elapsed, 1e-9));
}

void Progress::show(double seconds) {
    if (form_ == Form::bar) return show_bar(seconds);
    const double team = team_size_;
    if (form_ == Form::plain) {
        put(fmt::format("weft: {} {}% of {}, {}/s\n", verb_, 100 * done_ / total_,
                        bytes_text(static_cast<double>(total_) * team),
                        bytes_text(static_cast<double>(done_) * team / seconds)));
    } else {
        const nlohmann::ordered_json line = {{"verb", verb_},
                                             {"done_bytes", done_ * team_size_},
                                             {"total_bytes", total_ * team_size_},
                                             {"seconds", std::round(seconds * 1e3) / 1e3}};
        put(line.dump() + "\n");
    }
}

void Progress::show_bar(double seconds) {
    const double fraction = static_cast<double>(done_) / static_cast<double>(total_);
    const double rate = static_cast<double>(done_) * team_size_ / seconds;
    const int seconds_left = static_cast<int>(std::ceil(seconds / fraction - seconds));
    const std::string numbers =
        fmt::format("{:>3.0f}%  {} of {}  {}/s  {}:{:02} left", std::floor(100 * fraction),
                    bytes_text(static_cast<double>(done_) * team_size_),
                    bytes_text(static_cast<double>(total_) * team_size_), bytes_text(rate),
                    seconds_left / 60, seconds_left % 60);
    // The last column stays free: some terminals break the line behind it.
    const int width = std::max(columns_of(STDERR_FILENO), least_columns) - 1;
    const int room = width - static_cast<int>(verb_.size() + numbers.size()) - 5;
    std::string line = verb_;
    if (room >= 5) {
        const int cells = std::min(room, widest_bar);
        const auto full = static_cast<std::size_t>(fraction * cells);
        const bool coloured = wants_colour(STDERR_FILENO);
        line += fmt::format(" [{}{}{}{}]", coloured ? "\033[32m" : "", std::string(full, '#'),
                            coloured ? "\033[0m" : "",
                            std::string(static_cast<std::size_t>(cells) - full, '.'));
    }
    put(fmt::format("\r{}  {}\033[K", line, numbers));
    bar_is_visible_ = true;
}

}  // namespace weft::tools

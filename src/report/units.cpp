// SPDX-License-Identifier: BSD-3-Clause
#include "report/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace weft::report {
namespace {

/// The number with three digits, without trailing zeros behind the point.
std::string short_number(double number) {
    if (number >= 99.95) return fmt::format("{:.0f}", number);
    std::string text = fmt::format("{:.{}f}", number, number >= 9.995 ? 1 : 2);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

}  // namespace

std::string bytes_words(double bytes) {
    constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    for (; bytes >= 1023.5 && unit + 1 < units.size(); ++unit) bytes /= 1024;
    return fmt::format("{} {}", short_number(bytes), units[unit]);
}

std::string seconds_words(double seconds) {
    if (seconds < 1e-3) return short_number(seconds * 1e6) + " us";
    if (seconds < 1) return short_number(seconds * 1e3) + " ms";
    return short_number(seconds) + " s";
}

std::string percent_words(double part, double whole) {
    if (whole <= 0) return "0 %";
    double percent = std::round(100 * part / whole);
    if (part > 0 && part < whole) percent = std::clamp(percent, 1.0, 99.0);
    return fmt::format("{:.0f} %", percent);
}

std::string compression_words(double part, double whole) {
    return whole > 0 ? fmt::format("{:.3g} to 1", part / whole) : "-";
}

std::string count_words(std::int64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace weft::report

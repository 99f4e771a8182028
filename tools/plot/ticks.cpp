// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::tools {
namespace {

/// The most characters of a label.
constexpr std::size_t most_characters = 10;

/// The multiples of a step; none if they are too many or cannot be counted.
std::vector<double> multiples(double low, double high, double step, int most) {
    const double tolerance = tick_tolerance(low, high);
    const double first = std::ceil((low - tolerance) / step);
    const double count = std::floor((high + tolerance) / step) - first + 1;
    std::vector<double> values;
    if (!(count <= most) || !std::isfinite(first)) return values;
    for (int i = 0; i < static_cast<int>(count); ++i) values.push_back((first + i) * step + 0.0);
    return values;
}

}  // namespace

double tick_tolerance(double low, double high) {
    return (high - low) * 1e-9;
}

std::vector<double> round_numbers(double low, double high, int most) {
    const double least_step = (high - low) / most;
    if (!(least_step > 0) || !std::isfinite(least_step)) return {};
    const double power = std::pow(10, std::floor(std::log10(least_step)));
    for (const double factor : {1, 2, 5, 10, 20, 50}) {
        const std::vector<double> values = multiples(low, high, factor * power, most);
        if (!values.empty()) return values;
    }
    return {};
}

std::vector<double> round_degrees(double low, double high, int most) {
    for (const double step : {10, 15, 30, 60, 90, 180, 360}) {
        if ((high - low) / most <= 5) break;
        const std::vector<double> values = multiples(low, high, step, most);
        if (!values.empty()) return values;
    }
    return round_numbers(low, high, most);
}

std::string mark_text(double value) {
    return std::isnan(value) ? "missing" : fmt::format("{:.4g}", value);
}

std::vector<std::string> tick_texts(const std::vector<double>& values) {
    double largest = 0;
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < values.size(); ++i) {
        largest = std::max(largest, std::abs(values[i]));
        if (i > 0) step = std::min(step, std::abs(values[i] - values[i - 1]));
    }
    const double ratio = largest / step;
    const int digits = ratio >= 1 ? static_cast<int>(std::log10(ratio)) + 2 : 4;
    std::vector<std::string> texts;
    for (const double value : values) {
        // A difference that is small beside the largest value counts as zero.
        const double shown = std::abs(value) < step * 1e-6 ? 0 : value;
        std::string text = fmt::format("{:.{}g}", shown, std::clamp(digits, 4, 15));
        texts.push_back(text.size() > most_characters ? mark_text(shown) : std::move(text));
    }
    return texts;
}

}  // namespace weft::tools

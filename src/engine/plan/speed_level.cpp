// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/speed_level.hpp"

#include <algorithm>
#include <cmath>

namespace weft::engine {
namespace {

/// Calls that should have taken so long say something. Half of them is remembered.
constexpr double enough = 20e-3;
/// A level holds between a third and three times its own slowness. Ranks that share a core, and
/// are slow in everything, do not leave it.
constexpr double tolerance = 0.8;

}  // namespace

void SpeedLevel::add(double predicted, double taken) {
    predicted_ += predicted;
    taken_ += taken;
    if (predicted_ < enough) return;
    const double exact = std::clamp(std::log2(taken_ / predicted_) / 2, 0.0, double{most});
    if (std::abs(exact - level_) > tolerance) level_ = static_cast<int>(std::lround(exact));
    predicted_ /= 2;
    taken_ /= 2;
}

double slowness_of(int level) {
    return std::exp2(2 * level);
}

}  // namespace weft::engine

// SPDX-License-Identifier: BSD-3-Clause
// The level that says how much slower storage is than Weft has measured it before. Steps are so
// coarse that plans do not change with every disturbance.
#pragma once

namespace weft::engine {

class SpeedLevel {
public:
    /// The highest level. At level n, calls take about 4^n times as long as predicted.
    static constexpr int most = 7;

    /// Counts a call. Times are in seconds.
    void add(double predicted, double taken);
    [[nodiscard]] int level() const { return level_; }

private:
    double predicted_ = 0;
    double taken_ = 0;
    int level_ = 0;
};

/// The factor by which a level multiplies costs.
double slowness_of(int level);

}  // namespace weft::engine

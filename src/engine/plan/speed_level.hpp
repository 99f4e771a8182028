// SPDX-License-Identifier: BSD-3-Clause
// How much slower storage is than it was measured to be, in steps so coarse that plans do not
// change to and fro with every disturbance.
#pragma once

namespace weft::engine {

class SpeedLevel {
public:
    /// Level n: calls take about 4^n times what was predicted.
    static constexpr int most = 7;

    /// A call, in seconds.
    void add(double predicted, double taken);
    [[nodiscard]] int level() const { return level_; }

private:
    double predicted_ = 0;
    double taken_ = 0;
    int level_ = 0;
};

/// What a level multiplies costs by.
double slowness_of(int level);

}  // namespace weft::engine

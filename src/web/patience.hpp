// SPDX-License-Identifier: BSD-3-Clause
// Decides how long a request is tried again: with growing pauses, until nothing has come for a
// given time.
#pragma once

#include <chrono>
#include <optional>

namespace weft::web {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

class Patience {
public:
    /// `seconds`: how long to try after the first failure of several in a row.
    explicit Patience(double seconds) : seconds_(seconds) {}

    /// The server has sent something of use.
    void gained() { first_failure_.reset(); }
    /// Called after a failure: the pause before the next attempt; empty if there is none. `wanted`:
    /// the pause that the server has asked for. `is_hopeless`: the server was never reached, and is
    /// given up sooner.
    std::optional<Seconds> pause_after(Clock::time_point now, std::optional<double> wanted,
                                       bool is_hopeless);

    [[nodiscard]] int failures() const { return failures_; }

private:
    double seconds_;
    std::optional<Clock::time_point> first_failure_;
    Seconds pause_{0};
    int failures_ = 0;  // in a row
};

}  // namespace weft::web

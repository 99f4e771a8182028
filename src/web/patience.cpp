// SPDX-License-Identifier: BSD-3-Clause
#include "web/patience.hpp"

#include <algorithm>

namespace weft::web {
namespace {

constexpr Seconds first_pause(0.1);
constexpr Seconds longest_pause(5);
constexpr double hopeless_seconds = 5;

}  // namespace

std::optional<Seconds> Patience::pause_after(Clock::time_point now, std::optional<double> wanted,
                                             bool is_hopeless) {
    if (!first_failure_) {
        first_failure_ = now;
        failures_ = 0;
        pause_ = first_pause;
    }
    ++failures_;
    const Seconds limit(is_hopeless ? std::min(seconds_, hopeless_seconds) : seconds_);
    const Seconds left = limit - Seconds(now - *first_failure_);
    if (left <= Seconds(0)) return std::nullopt;
    const Seconds asked = std::max(pause_, Seconds(wanted.value_or(0)));
    pause_ = std::min(2 * pause_, longest_pause);
    // If the server asks for a longer pause than is left, there is no further attempt. Otherwise
    // the last attempt is made when the time is over.
    if (wanted && asked > left) return std::nullopt;
    return std::min(asked, left);
}

}  // namespace weft::web

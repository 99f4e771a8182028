// SPDX-License-Identifier: BSD-3-Clause
#include "remote/retry_policy.hpp"

#include <algorithm>

namespace weft::remote {
namespace {

/// The timeout for a server that was never reached, if its machine refuses the connection.
constexpr double unknown_seconds = 5;
constexpr std::chrono::duration<double> first_pause(0.05);
constexpr std::chrono::duration<double> longest_pause(1);

}  // namespace

RetryPolicy::RetryPolicy(double seconds, bool is_known, const Deadline& all)
    : seconds_(seconds), is_known_(is_known), all_(all), pause_(first_pause) {}

bool RetryPolicy::tries_again(const Status& failure) {
    const Code code = failure.code();
    // A server was there, or its machine has come back, and may refuse connections until the server
    // has.
    is_known_ = is_known_ || code == Code::efile;
    const bool may_change =
        code == Code::efile || code == Code::enoent || (code == Code::eio && is_known_);
    const Seconds limit = is_known_ ? seconds_ : std::min(seconds_, Seconds(unknown_seconds));
    if (!may_change || attempt_ - begun_ >= limit || all_.is_over()) return false;
    const Seconds left = limit - Seconds(Clock::now() - begun_);
    all_.rest(std::min(pause_, std::max(left, first_pause)).count());
    pause_ = std::min(2 * pause_, longest_pause);
    attempt_ = Clock::now();
    return !all_.is_over();
}

}  // namespace weft::remote

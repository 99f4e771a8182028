// SPDX-License-Identifier: BSD-3-Clause
#include "remote/deadline.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace weft::remote {

using Clock = std::chrono::steady_clock;

Deadline::Deadline(double seconds, int cancelled)
    : end_(Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
      cancelled_(cancelled) {}

Deadline Deadline::at_most(double seconds) const {
    Deadline shorter(seconds, cancelled_);
    shorter.end_ = std::min(shorter.end_, end_);
    return shorter;
}

bool Deadline::is_over() const {
    if (Clock::now() >= end_) return true;
    struct pollfd word {
        cancelled_, POLLIN, 0
    };
    return cancelled_ >= 0 && ::poll(&word, 1, 0) == 1;
}

double Deadline::seconds_left() const {
    const std::chrono::duration<double> left = end_ - Clock::now();
    return std::max(left.count(), 0.0);
}

void Deadline::rest(double seconds) const {
    const Deadline pause = at_most(seconds);
    while (!pause.is_over()) pause.await({});
}

void Deadline::await(std::span<struct pollfd> waits) const {
    std::array<struct pollfd, 4> all{};
    std::ranges::copy(waits, all.begin());
    all[waits.size()] = {cancelled_, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count();
    const auto most = std::int64_t{std::numeric_limits<int>::max()};
    ::poll(all.data(), waits.size() + 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, most)));
    std::copy_n(all.begin(), waits.size(), waits.begin());
}

}  // namespace weft::remote

// SPDX-License-Identifier: BSD-3-Clause
// How long somebody waits for a server.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>

namespace weft::remote {

/// Until a time has passed, or nobody waits any longer.
class Deadline {
public:
    /// `given_up`: can be read from when nobody waits any longer; -1: somebody does to the end.
    /// It outlives this.
    explicit Deadline(double seconds, int given_up = -1);

    /// The same, but for so long from now at most.
    [[nodiscard]] Deadline at_most(double seconds) const;
    [[nodiscard]] bool is_over() const;
    [[nodiscard]] double seconds_left() const;
    /// For so long, or until it is over.
    void rest(double seconds) const;
    /// Until something of `waits`, of at most three, is ready, as poll() tells; or it is over.
    void await(std::span<struct pollfd> waits) const;

private:
    std::chrono::steady_clock::time_point end_;
    int given_up_;
};

}  // namespace weft::remote

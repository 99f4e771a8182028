// SPDX-License-Identifier: BSD-3-Clause
// How long a call waits for a server.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>

namespace weft::remote {

/// A point in time, which can be brought forward by cancelling.
class Deadline {
public:
    /// `cancelled`: a descriptor that becomes readable when the wait is cancelled; -1: none. It
    /// outlives this.
    explicit Deadline(double seconds, int cancelled = -1);

    /// The same, but at most so long from now.
    [[nodiscard]] Deadline at_most(double seconds) const;
    [[nodiscard]] bool is_over() const;
    [[nodiscard]] double seconds_left() const;
    /// Sleeps for `seconds`, or until the deadline is over.
    void rest(double seconds) const;
    /// Polls `waits`, at most three, until one is ready or the deadline is over.
    void await(std::span<struct pollfd> waits) const;

private:
    std::chrono::steady_clock::time_point end_;
    int cancelled_;
};

}  // namespace weft::remote

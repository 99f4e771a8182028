// SPDX-License-Identifier: BSD-3-Clause
// A place where one thread waits for another; the clock is told which of them works.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

#include "storage/clock.hpp"

namespace weft::storage {

/// Lets one thread wait. A mutex of the caller guards the meeting point and the condition.
class MeetingPoint {
public:
    using Guard = std::unique_lock<std::mutex>;

    explicit MeetingPoint(Clock& clock) : clock_(clock) {}

    /// Waits until `done()`. The other thread makes it true, and then calls wake().
    template <class Done>
    void wait(Guard& guard, Done done) {
        while (!done()) {
            waits_ = true;
            clock_.rest();
            woken_.wait(guard, [this] { return !waits_; });
        }
    }

    void wake() {
        if (!std::exchange(waits_, false)) return;
        clock_.resume();
        woken_.notify_one();
    }

private:
    Clock& clock_;
    std::condition_variable woken_;
    bool waits_ = false;
};

}  // namespace weft::storage

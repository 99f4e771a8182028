// SPDX-License-Identifier: BSD-3-Clause
// Where one thread waits for what another one brings about, so that a clock knows who works.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

#include "storage/clock.hpp"

namespace weft::storage {

/// For one waiting thread. What it waits for, and this, are guarded by one mutex.
class MeetingPoint {
public:
    using Guard = std::unique_lock<std::mutex>;

    explicit MeetingPoint(Clock& clock) : clock_(clock) {}

    /// Until `done()`, which the other thread brings about, and then calls wake().
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
